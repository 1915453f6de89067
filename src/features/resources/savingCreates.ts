import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { scheme } from '../../model/content/address.ts';
import { parseResourceUri } from '../../model/resources/address.ts';

/** Registers a code lens in documents of new resources that explains that saving creates the resource. */
export function registerSavingCreates(): vscode.Disposable {
  const provideCodeLenses = ({ uri }: vscode.TextDocument) => {
    const title = t('Fill it in and save it: that creates it');
    const top = new vscode.Range(0, 0, 0, 0);
    return parseResourceUri(uri) ? [new vscode.CodeLens(top, { title, command: 'marginalia.document.create' })] : [];
  };
  return vscode.languages.registerCodeLensProvider({ scheme, pattern: '**/.new.json' }, { provideCodeLenses });
}
