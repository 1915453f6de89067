import type { MarkdownIt, Token } from 'markdown-it';
import type * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import { addServiceBlocks } from './blocks.ts';

/** What the built-in Markdown preview says beside the text. */
interface Env {
  currentDocument?: vscode.Uri;
}

/** Teaches the Markdown preview the service's references to files and pages, and its blocks. */
export function extendMarkdownIt(app: App): (md: MarkdownIt) => MarkdownIt {
  return md => {
    addServiceBlocks(md);
    const { renderer } = md;
    const render = renderer.render.bind(renderer);
    // Only the renderer is told which document it renders; the preview parses without saying so.
    renderer.render = (tokens, options, env: Env) => {
      const address = env.currentDocument && parseContentUri(env.currentDocument);
      if (env.currentDocument && address) {
        const depth = address.path.split('/').length - 1;
        const paths = app.content.knownPaths(env.currentDocument);
        for (const token of tokens) rewrite(token, target => relativePath(target, depth, paths));
      }
      return render(tokens, options, env);
    };
    return md;
  };
}

type Resolve = (target: string) => string | undefined;

function rewrite(token: Token, resolve: Resolve): void {
  for (const name of ['src', 'href']) {
    const target = token.attrGet(name);
    const resolved = target === null ? undefined : resolve(target);
    if (resolved) token.attrSet(name, resolved);
  }
  const isHtml = token.type === 'html_block' || token.type === 'html_inline';
  if (isHtml) {
    const attribute = /\b(src|href)="([^"]*)"/g;
    token.content = token.content.replace(attribute, (whole, name: string, target: string) => {
      const resolved = resolve(target);
      return resolved ? `${name}="${resolved}"` : whole;
    });
  }
  for (const child of token.children ?? []) rewrite(child, resolve);
}

/** The place of a file or page that the service refers to by its ID, seen from a page so many folders deep. */
function relativePath(target: string, depth: number, paths: ReadonlyMap<string, string>): string | undefined {
  const [, kind, id, anchor = ''] = /^\/(files|pages)\/([^/?#]+)(#.*)?$/.exec(target) ?? [];
  const path = id && paths.get(decodeURIComponent(id));
  if (!path) return undefined;
  // Files are found beside every page, where the preview may read them.
  const up = kind === 'files' ? '' : '../'.repeat(depth);
  return `${up || './'}${path.split('/').map(encodeURIComponent).join('/')}${anchor}`;
}
