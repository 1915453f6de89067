import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import type { Workbench } from '../host/workbench.ts';
import { type Service, space } from './service.ts';
import { changeRequestRow, openSpace, shareWindow } from './stage.ts';

const title = 'Two-point mooring';
const count = 120;
const resolved = 33;

/** Evaluates to the lines of the open diff, each with its decoration. */
const readMarks = `[...document.querySelectorAll('.editor.modified .view-line')].map(line => {
  const words = [...line.querySelectorAll('span')].map(span => getComputedStyle(span, '::after').content);
  return { line: line.textContent, mark: words.find(word => word.includes('conversation')) };
})`;

/** Evaluates to the contrast between a decoration and its background in the open diff, as WCAG defines it. */
const readContrast = `(() => {
  const partsOf = color => color.match(/[\\d.]+/g).map(Number);
  const over = (below, [red, green, blue, alpha = 1]) =>
    [red, green, blue].map((part, index) => part * alpha + below[index] * (1 - alpha));
  const linear = part => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const layers = ['.monaco-editor-background', '.line-insert', '.char-insert'].flatMap(
    name => document.querySelector('.editor.modified ' + name) ?? [],
  );
  const behind = layers.map(layer => partsOf(getComputedStyle(layer).backgroundColor)).reduce(over, [0, 0, 0]);
  const marks = [...document.querySelectorAll('.editor.modified .view-line span')]
    .map(span => getComputedStyle(span, '::after'))
    .filter(({ content }) => content.includes('conversation'));
  const [dark, light] = [over(behind, partsOf(marks[0].color)), behind].map(luminance).sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
})()`;

// Gray text has its lowest contrast on the green of a light theme.
const settings = { 'workbench.colorTheme': 'Default Light Modern', 'comments.openView': 'never' };

// Each thread would cost the window as much as drawing some frames, so only the nearest threads exist.
describe('conversations without a thread', () => {
  let service: Service;
  let workbench: Workbench;
  let number: number;

  shareWindow({ settings }, async stage => {
    ({ service, workbench } = stage);
    // Headings need no empty lines between them, so more of them are visible than there are threads.
    const markdown = Array.from({ length: count }, (_, index) => `### Heading ${index}`).join('\n');
    number = await service.propose('Much to say', title, markdown);
    const { id, revision } = service.changeRequest(number);
    const { keys = [], page } = service.state.documents.all().at(-1) ?? assert.fail('no text was written');
    const base = { space, changeRequest: id, revision, postedBy: 'lucia', postedAt: '2026-11-01T10:00:00.000Z' };
    keys.slice(0, count).forEach((key, index) => {
      const fields = { id: `crowd-${index}`, page, node: { id: key }, markdown: `Remark ${index}.` };
      service.state.comments.put({
        ...base,
        ...fields,
        reactions: [],
        status: index === resolved ? 'resolved' : 'open',
      });
    });
    await openSpace(workbench);
    await workbench.expandRow(changeRequestRow(workbench, number));
    await workbench.openFrom(workbench.treeRow(title), heading(0));
  });

  const modified = () => workbench.page.locator('.editor.modified');
  const heading = (index: number) => modified().locator('.view-line', { hasText: new RegExp(`Heading.${index}$`) });

  /** Returns the decorations of the visible lines by heading number. Their texts are in the style sheet. */
  async function marks(): Promise<Map<number, string>> {
    const lines = await workbench.page.evaluate<{ line: string; mark?: string }[]>(readMarks);
    const numberOf = (line: string) => Number(/\d+/.exec(line)?.[0]);
    return new Map(lines.flatMap(({ line, mark }) => (mark ? [[numberOf(line), mark.replace(/["\\]/g, '')]] : [])));
  }

  async function scrollTo(index: number): Promise<void> {
    await modified().locator('.view-lines').click();
    await workbench.page.keyboard.press('Control+g');
    await workbench.enter(`:${index + 1}`);
    await heading(index).waitFor();
  }

  it('are marked after their lines unless they are resolved, and get a thread when they are scrolled to', async () => {
    const seen = await eventually(async () => {
      const marked = await marks();
      assert.ok(marked.size > 2, `${marked.size} marks`);
      return marked;
    });
    assert.deepEqual([...new Set(seen.values())], ['1 open conversation']);
    assert.ok(Math.min(...seen.keys()) >= 30 && !seen.has(resolved), String([...seen.keys()]));
    const contrast = await workbench.page.evaluate<number>(readContrast);
    assert.ok(contrast >= 4.5, `${contrast} to 1`);
    await scrollTo(count - 1);
    await eventually(async () => assert.ok(Math.min(...(await marks()).keys()) > 60, 'the marks did not follow'));
    await scrollTo(resolved + 2);
    await eventually(async () => assert.ok(!(await marks()).has(resolved + 2), 'it has no thread'));
  });
});
