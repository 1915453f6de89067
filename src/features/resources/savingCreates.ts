import * as vscode from 'vscode';
import { scheme } from '../../model/content/address.ts';
import { parseResourceUri } from '../../model/resources/address.ts';

/** Says over the document of something new what becomes of it. */
export function registerSavingCreates(): vscode.Disposable {
  const provideCodeLenses = ({ uri }: vscode.TextDocument) => {
    const { noun } = parseResourceUri(uri)?.item ?? {};
    const title = `Fill it in and save it: that creates the ${noun?.name}`;
    const top = new vscode.Range(0, 0, 0, 0);
    return noun ? [new vscode.CodeLens(top, { title, command: 'marginalia.document.create' })] : [];
  };
  return vscode.languages.registerCodeLensProvider({ scheme, pattern: '**/.new.json' }, { provideCodeLenses });
}
