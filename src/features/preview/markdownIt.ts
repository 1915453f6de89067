import type { MarkdownIt, Token } from 'markdown-it';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { assetNameIn } from '../../markdown/assetNames.ts';
import { headAddress, isPageOfChangeRequest, scheme } from '../../model/content/address.ts';
import { addServiceBlocks } from './blocks.ts';
import { addExpressions } from './expressions.ts';
import { gitSyncRootOf } from './gitSync.ts';
import { addWholeHtml } from './html.ts';
import { PreviewImages } from './images.ts';
import { LocalTexts } from './localTexts.ts';
import type { SharedOnPage } from '../../model/content/sharedOnPage.ts';
import { decodeUriPart, findLinkedPagePath, linkedPath, namesFiles } from '../../model/content/references.ts';
import { asServiceContent, type ServiceContent } from './serviceContent.ts';
import { assetsPrefix, fileUri, loadPaths } from './paths.ts';
import { SharedTexts } from './sharedTexts.ts';
import { addTasks } from './tasks.ts';

/** The environment that the built-in Markdown preview passes to the renderer. */
interface Env {
  currentDocument?: vscode.Uri;
}

/**
 * Teaches the Markdown preview what the service adds to Markdown: for the service's own content. Every other document is
 * parsed and rendered as if this were not there. Only the renderer is told which document it renders, the parser is not:
 * so what is the service's is parsed once more when it is rendered.
 */
export function extendMarkdownIt(app: App): (md: MarkdownIt) => MarkdownIt {
  const [previewImages, texts, localTexts] = [
    new PreviewImages(app),
    new SharedTexts(app),
    new LocalTexts(app.failures),
  ];
  app.context.subscriptions.push(previewImages, texts, localTexts);
  const sharedOn = (document: vscode.Uri, text: string) =>
    document.scheme === scheme ? texts.of(document, text) : localTexts.of(document.fsPath, text);
  return md => {
    addServiceBlocks(md);
    addTasks(md);
    addExpressions(md);
    addWholeHtml(md);
    const { renderer } = md;
    const sources = new WeakMap<Token[], { text: string; env: object }>();
    const parse = md.parse.bind(md);
    md.parse = (text, env: object) => {
      const untouched = { ...env };
      const tokens = parse(text, env);
      sources.set(tokens, { text, env: untouched });
      return tokens;
    };
    const render = renderer.render.bind(renderer);
    renderer.render = (tokens, options, env: Env) => {
      const source = sources.get(tokens);
      const document = source && env.currentDocument;
      const paths = document && contentOf(app, previewImages, document, source.text);
      const content = paths && withShared(paths, sharedOn(document, source.text));
      const shownTokens = content ? parse(source.text, asServiceContent(source.env, content)) : tokens;
      return render(shownTokens, options, env);
    };
    return md;
  };
}

/** How many characters a rendering may include: texts that include others multiply each other. */
const maxIncluded = 500_000;

function withShared(content: ServiceContent, shared: SharedOnPage | undefined): ServiceContent {
  if (!shared) return content;
  let room = maxIncluded;
  const includedText = (source: string, includedBy?: string) => {
    const text = shared.includedText(source, includedBy);
    room -= text?.markdown?.length ?? 0;
    return text && room < 0 ? { ...text, problem: 'The page includes too much to show all of it.' } : text;
  };
  return { ...content, includedText, evaluate: shared.evaluate };
}

const unresolvedContent: ServiceContent = { resolve: () => undefined, image: () => undefined };

/** Returns the context of a document of the service or of Git Sync; undefined for any other document. */
function contentOf(app: App, previewImages: PreviewImages, uri: vscode.Uri, text: string): ServiceContent | undefined {
  if (uri.scheme === 'file') return gitSyncRootOf(uri.fsPath) === undefined ? undefined : unresolvedContent;
  if (uri.scheme !== scheme) return undefined;
  const from = headAddress(uri)?.path ?? '';
  const known = app.content.loadedPaths(uri);
  // They are forgotten with each change of accounts. The first file may be named by what is typed.
  if (!known || (!known.hasFiles && namesFiles(text))) void loadPaths(app, uri);
  const paths = known?.paths ?? new Map<string, string>();
  const all = new Set(paths.values());
  const mayHaveUnsentFiles = isPageOfChangeRequest(uri);
  const resolve = (target: string) =>
    pathById(target, from, paths) ??
    pathByName(target, from, all) ??
    (mayHaveUnsentFiles ? pathOfUnsentFile(target) : undefined);
  const image = (target: string) => {
    const place = resolve(target);
    if (uri.query === '' || !place?.startsWith(assetsPrefix)) return place;
    return previewImages.of(fileUri(uri, place)) ?? place;
  };
  return { resolve, image };
}

/** The place of a file or page that the service refers to by its ID, seen from a page. */
function pathById(target: string, from: string, paths: ReadonlyMap<string, string>): string | undefined {
  const [, kind, id, anchor = ''] = /^\/(files|pages)\/([^/?#]+)(#.*)?$/.exec(target) ?? [];
  const path = id && paths.get(decodeUriPart(id));
  if (!path) return undefined;
  // Files are found beside every page, where the preview may read them.
  return kind === 'files' ? encoded('', path, anchor) : encoded(from, path, anchor);
}

/** The place of a page that a link means by its folder, seen from another page, and that of a file. */
function pathByName(target: string, from: string, paths: ReadonlySet<string>): string | undefined {
  const file = linkedPath(target, from);
  if (file?.startsWith('.assets/') && paths.has(file)) return encoded('', file, '');
  const path = findLinkedPagePath(target, from, path => paths.has(path));
  return path && encoded(from, path, /#.*$/.exec(target)?.[0] ?? '');
}

/** The place of a file that may be on this computer alone, which nobody can tell while the page is rendered. */
function pathOfUnsentFile(target: string): string | undefined {
  const name = assetNameIn(decodeUriPart(target));
  return name === undefined ? undefined : encoded('', `.assets/${name}`, '');
}

function encoded(from: string, path: string, anchor: string): string {
  const up = '../'.repeat(from.split('/').length - 1);
  return `${up || './'}${path.split('/').map(encodeURIComponent).join('/')}${anchor}`;
}
