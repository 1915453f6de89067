import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { escapeLine } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import type { PageEntry, PageLayout } from '../../model/content/layout.ts';
import { withChildren } from '../../model/content/layout.ts';
import { escapeLinkText, linkToPage } from '../../model/content/pageLinks.ts';
import { findLinkedPage } from '../../model/content/references.ts';
import { readSharedContent } from '../../model/content/shared.ts';
import type { Snapshot } from '../../model/content/snapshot.ts';
import { specsOfSpace } from '../../model/specs.ts';
import { runInSlices } from '../../markdown/slices.ts';
import { type WritingContext, writingContextAt } from '../../markdown/writingContext.ts';
import { blockCompletions, attributeCompletions, valueCompletions } from './blockCompletions.ts';
import { isEditablePage } from './editablePages.ts';
import { completeSettings, pictureRangeAt } from './settingsHelp.ts';

/** Maximum number of pages, files or headings that are offered at once. VS Code asks again as the user types on. */
const maxItems = 500;

/** The position of the cursor, and the content that it belongs to. */
interface WritingPlace {
  app: App;
  snapshot: Snapshot;
  /** The path of the page. */
  path: string;
  text: string;
  typed: string;
  context: WritingContext;
}

/** Completes front matter, links, anchors, files, variables, reusable content and custom blocks in a page that can be edited. */
export async function providePageCompletions(
  app: App,
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
  { triggerCharacter }: Partial<vscode.CompletionContext> = {},
): Promise<vscode.CompletionList | undefined> {
  // The document is read before the first await, because it changes while the user types on.
  const text = document.getText().replaceAll('\r\n', '\n');
  const line = document.lineAt(position).text;
  const pictureRange = pictureRangeAt(document, position);
  if (pictureRange) return completePicture(app, document, pictureRange);
  const settings = completeSettings(document, position);
  if (settings) return (await isEditablePage(app, document.uri)) ? new vscode.CompletionList(settings) : undefined;
  // These characters trigger completion only within tags and elements.
  if ((triggerCharacter === ' ' || triggerCharacter === '"') && !/\{%|</.test(line.slice(0, position.character))) {
    return undefined;
  }
  const address = parseContentUri(document.uri);
  const context = writingContextAt({ text, line: position.line, offset: position.character });
  if (!address || !context || !(await isEditablePage(app, document.uri))) return undefined;
  const range = new vscode.Range(position.line, context.start, position.line, context.end);
  const typed = line.slice(context.start, position.character);
  try {
    const snapshot = await app.content.snapshot(await app.content.place(address));
    if (token.isCancellationRequested) return undefined;
    // The requests are not aborted when the user types on: the next list needs the same replies.
    const offered = await offer({ app, snapshot, path: address.path, text, typed, context });
    if (token.isCancellationRequested) return undefined;
    return listOf(offered, range);
  } catch (error) {
    app.failures.log('Could not list the completion items of the page.', error);
    return undefined;
  }
}

/** Completes a picture in front matter with the images of the content. */
async function completePicture(
  app: App,
  document: vscode.TextDocument,
  range: vscode.Range,
): Promise<vscode.CompletionList | undefined> {
  const typed = document.getText(range);
  const address = parseContentUri(document.uri);
  if (!address || !(await isEditablePage(app, document.uri))) return undefined;
  try {
    const snapshot = await app.content.snapshot(await app.content.place(address));
    return listOf(await fileItems({ snapshot, typed }, true), range);
  } catch (error) {
    app.failures.log('Could not list the images that can be the cover of the page.', error);
    return undefined;
  }
}

function listOf({ items, isIncomplete = false }: Offered, range: vscode.Range): vscode.CompletionList {
  return new vscode.CompletionList(
    items.map((item, index) => Object.assign(item, { range, sortText: ` ${String(index).padStart(5, '0')}` })),
    isIncomplete,
  );
}

interface Offered {
  items: vscode.CompletionItem[];
  isIncomplete?: boolean;
}

function offer(place: WritingPlace): Offered | Promise<Offered> {
  const { context } = place;
  switch (context.kind) {
    case 'tag':
      return { items: blockCompletions(context) };
    case 'attribute':
      return { items: attributeCompletions(context) };
    case 'value': {
      const { target, items } = valueCompletions(context);
      if (target === 'page') return pageItems(place, entry => linkToPage(entry.path, place.path));
      if (target === 'file') return fileItems(place);
      if (target === 'include') return includeItems(place);
      return target === 'spec' ? specItems(place) : { items };
    }
    case 'target':
      return targetItems(place, context.isImage);
    case 'anchor':
      return anchorItems(place, context.page);
    case 'link':
      return pageItems(place, entry => `[${escapeLinkText(entry.page.title)}](${linkToPage(entry.path, place.path)})`);
    case 'expression':
      return variableItems(place, context.isWhole);
  }
}

async function targetItems(place: WritingPlace, isImage: boolean): Promise<Offered> {
  const [files, pages]: [Offered, Offered] = await Promise.all([
    fileItems(place, isImage),
    isImage ? { items: [] } : pageItems(place, entry => linkToPage(entry.path, place.path)),
  ]);
  return {
    items: [...pages.items, ...files.items],
    isIncomplete: pages.isIncomplete === true || files.isIncomplete === true,
  };
}

async function pageItems({ snapshot, path, typed }: WritingPlace, insert: (entry: PageEntry) => string) {
  const layout = await snapshot.pages();
  const entries = entriesInOrder(layout).filter(entry => entry.path !== path);
  return firstMatches(entries, typed, entry => {
    const { page } = entry;
    const link = linkToPage(entry.path, path);
    return {
      ...{ label: page.title, description: link, words: `${page.title} ${link} ${entry.path}` },
      ...{ insert: insert(entry), kind: vscode.CompletionItemKind.File, detail: t('page') },
      ...(typeof page.description === 'string' && { documentation: page.description }),
    };
  });
}

function entriesInOrder({ pages, byId }: PageLayout): PageEntry[] {
  return [...withChildren(pages)].flatMap(({ id }) => byId.get(id) ?? []);
}

async function fileItems({ snapshot, typed }: Pick<WritingPlace, 'snapshot' | 'typed'>, isImage = false) {
  const { byId } = await snapshot.files();
  const files = [...byId.values()].filter(({ file }) => !isImage || /^image\//.test(file.contentType ?? 'image/'));
  return firstMatches(files, typed, ({ file }) => {
    const link = `/files/${encodeURIComponent(file.id)}`;
    return {
      ...{ label: file.name, description: file.contentType ?? '', words: `${file.name} ${link}` },
      ...{ insert: link, kind: vscode.CompletionItemKind.File, detail: t('file') },
    };
  });
}

/** Returns the headings of the linked page, or of the edited page itself. */
async function anchorItems({ snapshot, path, text, typed }: WritingPlace, page: string) {
  const layout = await snapshot.pages();
  const entry = page === '' ? undefined : findLinkedPage(page, path, layout);
  if (page !== '' && !entry) return { items: [] };
  const { headingsOf } = await import('../../markdown/headings.ts');
  const isItself = !entry || entry.path === path;
  const headings = await runInSlices(headingsOf(isItself ? text : await snapshot.markdown(entry.page.id)));
  return firstMatches(headings, typed, ({ title, anchor, depth }) => ({
    ...{ label: title, description: `#${anchor}`, words: `${title} ${anchor}` },
    ...{ insert: anchor, kind: vscode.CompletionItemKind.Reference, detail: t`heading, level ${depth}` },
  }));
}

async function includeItems({ snapshot, typed }: WritingPlace) {
  const { texts = [] } = await readSharedContent(snapshot);
  return firstMatches(texts, typed, ({ id, title }) => ({
    ...{ label: title, description: id, words: `${title} ${id}` },
    ...{ insert: id, kind: vscode.CompletionItemKind.Snippet, detail: t('reusable content') },
  }));
}

async function specItems({ snapshot, typed }: WritingPlace) {
  return firstMatches(await specsOfSpace(snapshot.place), typed, slug => ({
    ...{ label: slug, description: '', words: slug },
    ...{ insert: slug, kind: vscode.CompletionItemKind.Interface, detail: t('OpenAPI spec') },
  }));
}

async function variableItems({ snapshot, path, typed }: WritingPlace, isWhole: boolean) {
  const [{ variables }, pages] = await Promise.all([readSharedContent(snapshot), snapshot.pages()]);
  const ofPage = pages.byPath.get(path)?.page.variables ?? {};
  const all = [
    ...Object.entries(variables).map(([name, value]) => ['space', name, value] as const),
    ...Object.entries(ofPage).map(([name, value]) => ['page', name, value] as const),
  ];
  return firstMatches(all, typed.replace(/^\{\{\s*/, ''), ([scope, name, value]) => {
    const isName = /^[A-Za-z$_][\w$]*$/.test(name);
    const expression = isName ? `${scope}.vars.${name}` : `${scope}.vars[${JSON.stringify(name)}]`;
    return {
      ...{ label: name, description: String(value), words: `${isWhole ? '{{' : ''}${expression} ${name}` },
      insert: isWhole ? `<code class="expression">${expression}</code>` : expression,
      ...{
        kind: vscode.CompletionItemKind.Variable,
        detail: scope === 'space' ? t('variable of the space') : t('variable of the page'),
      },
    };
  });
}

interface ItemParts {
  label: string;
  description: string;
  /** The words that the typed text is matched with. */
  words: string;
  insert: string;
  kind: vscode.CompletionItemKind;
  detail: string;
  documentation?: string;
}

/** Returns items for the matches, at most `maxItems`. */
function firstMatches<T>(all: readonly T[], typed: string, partsOf: (one: T) => ItemParts): Offered {
  const sought = typed
    .toLowerCase()
    .replace(/^\[+/, '')
    .split(/[\s/.-]+/)
    .filter(Boolean);
  const items: vscode.CompletionItem[] = [];
  for (const one of all) {
    const parts = partsOf(one);
    const words = parts.words.toLowerCase();
    if (!sought.every(word => words.includes(word))) continue;
    // A further match makes the list incomplete.
    if (items.length === maxItems) return { items, isIncomplete: true };
    items.push(itemOf(parts, typed));
  }
  return { items };
}

function itemOf({ label, description, words, insert, kind, detail, documentation }: ItemParts, typed: string) {
  const item = new vscode.CompletionItem({ label: escapeLine(label), description: escapeLine(description) }, kind);
  const [brackets = ''] = /^\[*/.exec(typed) ?? [];
  return Object.assign(item, {
    ...{ insertText: insert, filterText: `${brackets}${escapeLine(words, 400)}`, detail },
    ...(documentation && { documentation: escapeLine(documentation, 400) }),
  });
}
