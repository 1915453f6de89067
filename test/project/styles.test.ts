import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.ts';

const sheets = globSync('media/**/*.css', { cwd: root }).map(path => {
  const text = readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  return { path, text };
});

/** Returns the places in the style sheets that match a pattern. */
function linesWith(pattern: RegExp): string[] {
  return sheets.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([words]) => `${path}: ${words}`));
}

/** Colors with a contrast below 4.5:1 on the editor background in one of VS Code's own themes. */
const pale = [
  ...['errorForeground', 'testing-iconPassed', 'editorWarning-foreground', 'disabledForeground'],
  ...['commentsView-resolvedIcon', 'descriptionForeground'],
];

describe('style sheets', () => {
  it('use only theme colors', () => {
    assert.ok(sheets.length > 5);
    assert.deepEqual(linesWith(/#[\da-f]{3,8}\b(?=[^{]*\})|\b(?:rgba?|hsla?|oklch)\([^)]*\)/gi), []);
    const named =
      /(?:color|background|border[\w-]*|outline|fill|stroke):[^;]*\b(?:white|black|red|green|blue|gray|grey)\b/g;
    assert.deepEqual(
      linesWith(named).filter(place => !/--(?:vscode|marginalia)-/.test(place)),
      [],
    );
  });

  it('use no color for text that has too little contrast in a theme', () => {
    assert.deepEqual(linesWith(new RegExp(`--vscode-(?:${pale.join('|')})\\b`, 'g')), []);
  });

  it('of the Markdown preview apply only to custom blocks, because other documents use it, too', () => {
    const imported = (path: string): string => {
      const text = sheets.find(sheet => sheet.path === path)?.text ?? assert.fail(path);
      return text.replace(/@import '\.\/([^']+)';/g, (_, name) => imported(`media/${name}`));
    };
    const styles = ['media/blocks.css', 'media/preview.css'].map(imported).join('');
    // Color names are our own, and nested rules are inside our own elements.
    const rules = styles.replace(/^body[^{]*\{(?:\s*--marginalia-[^;]*;)+\s*\}/gm, '').replace(/^@media[^{]*\{/gm, '');
    const selectors = [...rules.matchAll(/^ *([^\s@&>}][^{};]*)\{/gm)].map(([, selector = '']) => selector.trim());
    assert.ok(selectors.length > 60);
    assert.deepEqual(
      selectors.filter(selector => !/^(?:[a-z]*|:where\(|:is\()\s*[.[](?:class\*=')?marginalia-/.test(selector)),
      [],
    );
  });

  it('load nothing except the icon font of VS Code', () => {
    assert.deepEqual(linesWith(/url\([^)]*\)/g), ["media/prose/icons.css: url('@vscode/codicons/dist/codicon.ttf')"]);
  });
});
