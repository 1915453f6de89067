import type { MarkdownIt, Token } from 'markdown-it';
import type * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { headAddress, scheme } from '../../model/content/address.ts';
import { addServiceBlocks } from './blocks.ts';
import { isGitSyncContent } from './gitSync.ts';
import { addWholeHtml } from './html.ts';
import { decoded, pageMeant } from './references.ts';
import { asServiceContent, type ServiceContent } from './serviceContent.ts';

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
  return md => {
    addServiceBlocks(md);
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
      const content = source && env.currentDocument && contentOf(app, env.currentDocument);
      const shown = content ? parse(source.text, asServiceContent(source.env, content)) : tokens;
      return render(shown, options, env);
    };
    return md;
  };
}

/** What is known of a document of the service, or of its Git sync; undefined for any other document. */
function contentOf(app: App, uri: vscode.Uri): ServiceContent | undefined {
  if (uri.scheme === 'file') return isGitSyncContent(uri.fsPath) ? { resolve: () => undefined } : undefined;
  if (uri.scheme !== scheme) return undefined;
  const from = headAddress(uri)?.path ?? '';
  const paths = app.content.knownPaths(uri);
  const pages = new Set(paths.values());
  return { resolve: target => placeById(target, from, paths) ?? placeByPath(target, from, pages) };
}

/** The place of a file or page that the service refers to by its ID, seen from a page. */
function placeById(target: string, from: string, paths: ReadonlyMap<string, string>): string | undefined {
  const [, kind, id, anchor = ''] = /^\/(files|pages)\/([^/?#]+)(#.*)?$/.exec(target) ?? [];
  const path = id && paths.get(decoded(id));
  if (!path) return undefined;
  // Files are found beside every page, where the preview may read them.
  return kind === 'files' ? encoded('', path, anchor) : encoded(from, path, anchor);
}

/** The place of a page that a link means by its folder, seen from another page. */
function placeByPath(target: string, from: string, pages: ReadonlySet<string>): string | undefined {
  const path = pageMeant(target, from, path => pages.has(path));
  return path && encoded(from, path, /#.*$/.exec(target)?.[0] ?? '');
}

function encoded(from: string, path: string, anchor: string): string {
  const up = '../'.repeat(from.split('/').length - 1);
  return `${up || './'}${path.split('/').map(encodeURIComponent).join('/')}${anchor}`;
}
