import type { MarkdownIt, Token } from 'markdown-it';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { headAddress, scheme } from '../../model/content/address.ts';
import { addServiceBlocks } from './blocks.ts';
import { addExpressions } from './expressions.ts';
import { gitSyncRootOf } from './gitSync.ts';
import { addWholeHtml } from './html.ts';
import { Images } from './images.ts';
import { LocalTexts } from './localTexts.ts';
import type { SharedOnPage } from '../../model/content/sharedOnPage.ts';
import { decoded, pageMeant, pathLinked } from '../../model/content/references.ts';
import { asServiceContent, type ServiceContent } from './serviceContent.ts';
import { besides, fileOf, learnPaths } from './paths.ts';
import { SharedTexts } from './sharedTexts.ts';
import { addTasks } from './tasks.ts';

/** What the built-in Markdown preview says beside the text. */
interface Env {
  currentDocument?: vscode.Uri;
}

/**
 * Teaches the Markdown preview what the service adds to Markdown: for the service's own content. Every other document is
 * parsed and rendered as if this were not there. Only the renderer is told which document it renders, the parser is not:
 * so what is the service's is parsed once more when it is rendered.
 */
export function extendMarkdownIt(app: App): (md: MarkdownIt) => MarkdownIt {
  const [images, texts, localTexts] = [new Images(app), new SharedTexts(app), new LocalTexts(app.failures)];
  app.context.subscriptions.push(images, texts, localTexts);
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
      const known = document && contentOf(app, images, document);
      const content = known && withShared(known, sharedOn(document, source.text));
      const shown = content ? parse(source.text, asServiceContent(source.env, content)) : tokens;
      return render(shown, options, env);
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

const notOurs: ServiceContent = { resolve: () => undefined, image: () => undefined };

/** What is known of a document of the service, or of its Git sync; undefined for any other document. */
function contentOf(app: App, images: Images, uri: vscode.Uri): ServiceContent | undefined {
  if (uri.scheme === 'file') return gitSyncRootOf(uri.fsPath) === undefined ? undefined : notOurs;
  if (uri.scheme !== scheme) return undefined;
  const from = headAddress(uri)?.path ?? '';
  const known = app.content.knownPaths(uri);
  // They are forgotten with each change of accounts.
  if (!known) void learnPaths(app, uri);
  const paths = known ?? new Map<string, string>();
  const all = new Set(paths.values());
  const resolve = (target: string) => placeById(target, from, paths) ?? placeByPath(target, from, all);
  const image = (target: string) => {
    const place = resolve(target);
    if (uri.query === '' || !place?.startsWith(besides)) return place;
    return images.of(fileOf(uri, place)) ?? place;
  };
  return { resolve, image };
}

/** The place of a file or page that the service refers to by its ID, seen from a page. */
function placeById(target: string, from: string, paths: ReadonlyMap<string, string>): string | undefined {
  const [, kind, id, anchor = ''] = /^\/(files|pages)\/([^/?#]+)(#.*)?$/.exec(target) ?? [];
  const path = id && paths.get(decoded(id));
  if (!path) return undefined;
  // Files are found beside every page, where the preview may read them.
  return kind === 'files' ? encoded('', path, anchor) : encoded(from, path, anchor);
}

/** The place of a page that a link means by its folder, seen from another page, and that of a file. */
function placeByPath(target: string, from: string, known: ReadonlySet<string>): string | undefined {
  const file = pathLinked(target, from);
  if (file?.startsWith('.assets/') && known.has(file)) return encoded('', file, '');
  const path = pageMeant(target, from, path => known.has(path));
  return path && encoded(from, path, /#.*$/.exec(target)?.[0] ?? '');
}

function encoded(from: string, path: string, anchor: string): string {
  const up = '../'.repeat(from.split('/').length - 1);
  return `${up || './'}${path.split('/').map(encodeURIComponent).join('/')}${anchor}`;
}
