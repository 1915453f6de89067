import { createRequire } from 'node:module';
import type { App } from '../../app.ts';
import type * as markdownIt from './markdownIt.ts';

type Plugin = ReturnType<typeof markdownIt.extendMarkdownIt>;

/**
 * Returns the plug-in of the Markdown preview. VS Code does not await it, so its bundle is loaded synchronously on
 * first use.
 */
export function pluginOf(app: App): Plugin {
  const requireModule = createRequire(import.meta.filename);
  return md => (requireModule('./preview.js') as typeof markdownIt).extendMarkdownIt(app)(md);
}
