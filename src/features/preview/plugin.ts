import { createRequire } from 'node:module';
import type { App } from '../../app.ts';
import type * as markdownIt from './markdownIt.ts';

type Plugin = ReturnType<typeof markdownIt.extendMarkdownIt>;

/** The plug-in of the Markdown preview. VS Code does not wait for it, so its bundle is required when a preview asks. */
export function pluginOf(app: App): Plugin {
  const required = createRequire(import.meta.filename);
  return md => (required('./preview.js') as typeof markdownIt).extendMarkdownIt(app)(md);
}
