import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { isCancellation } from '../../api/failure.ts';
import type { SearchHit } from '../../api/searchHits.ts';
import { escapeLine } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { contentUri } from '../../model/content/address.ts';
import { versionAddress, type Place, uriOf } from '../../model/content/snapshot.ts';
import { listOverOrganizations } from '../../model/organizations.ts';
import { searchEverywhere } from '../../model/search.ts';
import { signalOf } from '../../ui/progress.ts';
import { skipForbidden } from '../picking/pick.ts';

/** Limit for the symbols. Users with more results type further. */
const maxSymbols = 500;

/** The page of each symbol. */
const hits = new WeakMap<vscode.SymbolInformation, { hit: SearchHit; place: Place }>();

/** Returns symbols of the pages that contain a text. VS Code then filters them by their titles. */
export async function findSymbols(
  { session, failures }: App,
  text: string,
  token: vscode.CancellationToken,
): Promise<vscode.SymbolInformation[]> {
  await session.restore();
  const connection = session.current;
  if (!connection) return [];
  const signal = signalOf(token);
  const symbols: vscode.SymbolInformation[] = [];
  try {
    const pages = listOverOrganizations(
      connection,
      ({ id }) => skipForbidden(searchEverywhere(connection, id, text, signal)),
      signal,
    );
    for await (const { items } of pages) {
      const hits = items.map(({ item }) => item).filter(({ section }) => section === undefined);
      symbols.push(...hits.map(hit => symbolOf(hit, { connection, space: hit.space.id, version: { kind: 'main' } })));
      if (symbols.length >= maxSymbols) break;
    }
  } catch (error) {
    // The search may be for a symbol of a program, so a failure shows no message.
    if (!isCancellation(error)) failures.log('Could not find pages by their titles.', error);
  }
  return symbols.slice(0, maxSymbols);
}

/** Sets the location of a symbol. This is deferred until the symbol is picked, because it needs a request. */
export async function resolveSymbol(
  { content, failures }: App,
  symbol: vscode.SymbolInformation,
): Promise<vscode.SymbolInformation> {
  const { hit, place } = hits.get(symbol) ?? {};
  if (!hit || !place) return symbol;
  try {
    const entry = (await (await content.snapshot(place)).pages()).byId.get(hit.page.id);
    if (entry) symbol.location = new vscode.Location(uriOf(place, entry), start);
  } catch (error) {
    // Content that clients cannot read opens in the browser.
    if (!isApiError(error, 'notOffered') || !/^https?:/i.test(hit.link ?? '')) {
      // VS Code shows nothing if a symbol cannot be located.
      failures.show(t('open the page'), error);
      throw error;
    }
    symbol.location = new vscode.Location(vscode.Uri.parse(hit.link ?? ''), start);
  }
  return symbol;
}

const start = new vscode.Position(0, 0);

function symbolOf(hit: SearchHit, place: Place): vscode.SymbolInformation {
  const { page, space } = hit;
  const location = new vscode.Location(contentUri({ ...versionAddress(place), path: `${page.path}.md` }), start);
  const symbol = new vscode.SymbolInformation(
    escapeLine(page.title),
    vscode.SymbolKind.File,
    escapeLine(space.title),
    location,
  );
  hits.set(symbol, { hit, place });
  return symbol;
}
