import { t } from '@vscode/l10n';
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
import { type ServiceContent, withServiceContent } from './serviceContent.ts';
import { assetsPrefix, fileUri, loadPaths } from './paths.ts';
import { SharedTexts } from './sharedTexts.ts';
import { addTasks } from './tasks.ts';

/** The environment that the built-in Markdown preview passes to the renderer. */
interface Env {
  currentDocument?: vscode.Uri;
}

/**
 * Adds the service's Markdown extensions to the preview for content of the service and of Git Sync. Other documents are
 * rendered without changes. Only the renderer knows the document, not the parser, so content of the service is parsed
 * again when it is rendered.
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
      const envBefore = { ...env };
      const tokens = parse(text, env);
      sources.set(tokens, { text, env: envBefore });
      return tokens;
    };
    const render = renderer.render.bind(renderer);
    renderer.render = (tokens, options, env: Env) => {
      const source = sources.get(tokens);
      const document = source && env.currentDocument;
      const paths = document && contentOf(app, previewImages, document, source.text);
      const content = paths && withShared(paths, sharedOn(document, source.text));
      const renderedTokens = content ? parse(source.text, withServiceContent(source.env, content)) : tokens;
      return render(renderedTokens, options, env);
    };
    return md;
  };
}

/**
 * Maximum number of included characters of a page. Texts that include each other could otherwise grow exponentially.
 */
const maxIncludedCharacters = 500_000;

function withShared(content: ServiceContent, shared: SharedOnPage | undefined): ServiceContent {
  if (!shared) return content;
  let remaining = maxIncludedCharacters;
  const includedText = (source: string, includedBy?: string) => {
    const text = shared.includedText(source, includedBy);
    remaining -= text?.markdown?.length ?? 0;
    return text && remaining < 0 ? { ...text, problem: t('The page includes too much to show all of it.') } : text;
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
  // The paths are cleared with each change of accounts. A link that the user has just typed may be the first to a file.
  if (!known || (!known.hasFiles && namesFiles(text))) void loadPaths(app, uri);
  const paths = known?.paths ?? new Map<string, string>();
  const all = new Set(paths.values());
  const canHaveUnsentFiles = isPageOfChangeRequest(uri);
  const resolve = (target: string) =>
    pathById(target, from, paths) ??
    pathByName(target, from, all) ??
    (canHaveUnsentFiles ? pathOfUnsentFile(target) : undefined);
  const image = (target: string) => {
    const place = resolve(target);
    if (uri.query === '' || !place?.startsWith(assetsPrefix)) return place;
    return previewImages.of(fileUri(uri, place)) ?? place;
  };
  return { resolve, image };
}

/** Resolves a reference by ID to a page or file, relative to a page. */
function pathById(target: string, from: string, paths: ReadonlyMap<string, string>): string | undefined {
  const [, kind, id, anchor = ''] = /^\/(files|pages)\/([^/?#]+)(#.*)?$/.exec(target) ?? [];
  const path = id && paths.get(decodeUriPart(id));
  if (!path) return undefined;
  // Files are in the assets folder beside every page, where the preview may read them.
  return kind === 'files' ? relativeUrl('', path, anchor) : relativeUrl(from, path, anchor);
}

/** Resolves a link to the folder or file name of a page, or to a file, relative to a page. */
function pathByName(target: string, from: string, paths: ReadonlySet<string>): string | undefined {
  const file = linkedPath(target, from);
  if (file?.startsWith('.assets/') && paths.has(file)) return relativeUrl('', file, '');
  const path = findLinkedPagePath(target, from, path => paths.has(path));
  return path && relativeUrl(from, path, /#.*$/.exec(target)?.[0] ?? '');
}

/** Resolves a file that may not be uploaded yet. Whether it exists cannot be checked while rendering. */
function pathOfUnsentFile(target: string): string | undefined {
  const name = assetNameIn(decodeUriPart(target));
  return name === undefined ? undefined : relativeUrl('', `.assets/${name}`, '');
}

function relativeUrl(from: string, path: string, anchor: string): string {
  const up = '../'.repeat(from.split('/').length - 1);
  return `${up || './'}${path.split('/').map(encodeURIComponent).join('/')}${anchor}`;
}
