import * as vscode from 'vscode';
import { isId } from '../../api/normalize.ts';
import { escapeLine } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import { parseResourceUri } from '../../model/resources/address.ts';
import { resourceLabel, resourceDefinitionOf, type Resource } from '../../model/resources/resourceDefinitions.ts';
import { signalOf } from '../../ui/progress.ts';
import { listResources } from '../picking/items.ts';

/** Registers completions with the names of resources for fields that contain IDs. */
export function registerCompletion(app: App): vscode.Disposable {
  const provideCompletionItems: vscode.CompletionItemProvider['provideCompletionItems'] = async (
    document,
    position,
    token,
  ) => {
    try {
      return await idsAt(app, document, position, signalOf(token));
    } catch (error) {
      app.failures.log('Could not list the IDs.', error);
      return [];
    }
  };
  return vscode.languages.registerCompletionItemProvider({ scheme, language: 'json' }, { provideCompletionItems }, '"');
}

async function idsAt(
  { session }: App,
  document: vscode.TextDocument,
  position: vscode.Position,
  signal: AbortSignal,
): Promise<vscode.CompletionList | undefined> {
  const { connection: id = '', item } = parseResourceUri(document.uri) ?? {};
  const kind = item?.definition.refersTo?.[fieldAt(document, position) ?? ''];
  const connection = kind === undefined ? undefined : await session.find(id);
  if (!item || !kind || !connection) return undefined;
  const definition = resourceDefinitionOf(kind);
  const pages = listResources(connection, definition, item.parameters, { signal, query: { limit: 1000 } });
  const { value } = await pages.next();
  const range = wordAt(document, position);
  const items = (value?.items ?? []).filter((item: Resource) => isId(item['id']));
  const completions = items.map((item: Resource) => {
    const label = escapeLine(resourceLabel(definition, item));
    const completion = new vscode.CompletionItem(
      { label, description: String(item['id']) },
      vscode.CompletionItemKind.Value,
    );
    // The user may type the name or the ID.
    return Object.assign(completion, {
      insertText: JSON.stringify(item['id']),
      filterText: `"${label} ${String(item['id'])}`,
      detail: definition.name,
      range,
    });
  });
  return new vscode.CompletionList(completions, value?.hasMore ?? false);
}

/** Returns the field whose value contains the position; for an item of a list, the field of the list. */
function fieldAt(document: vscode.TextDocument, position: vscode.Position): string | undefined {
  const before = document.getText(new vscode.Range(new vscode.Position(0, 0), position));
  const [, name] = /"(\w+)"\s*:\s*(?:\[[^\]{}]*)?"?[^"{}[\]:,]*$/.exec(before) ?? [];
  return name;
}

/** Returns the range of the quoted text at a position. */
function wordAt(document: vscode.TextDocument, position: vscode.Position): vscode.Range {
  return document.getWordRangeAtPosition(position, /"[^"\n]*"?/) ?? new vscode.Range(position, position);
}
