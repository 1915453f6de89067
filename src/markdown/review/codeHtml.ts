import { t } from '@vscode/l10n';
import type { Block } from '../block.ts';
import { tokenizeHtml } from '../htmlTokens.ts';
import { decodeEntities } from '../plainText.ts';
import type { Resumable } from '../resumable.ts';
import type { BlockChange } from './change.ts';
import { hasInvisible } from '../invisibleCharacters.ts';
import { classes, element, escapeHtml, type Html, escapeVisibly } from './element.ts';
import { blockOnSide, changeMarkOf, foldButton, isDivided, foldableRunsOf } from './view.ts';
import { readCodeLine } from './words.ts';
import { type ChangeMark, withChangeMark, wordsHtml, type WordView } from './wordsHtml.ts';

/**
 * Renders code line by line, with its title and language; a formula also as it looks. A diagram has an empty box for
 * each side, into which the viewer draws it; until then its source is shown.
 */
export function* codeHtml(change: BlockChange, view: WordView, { type, attributes, language }: Block): Resumable<Html> {
  const isFormula = type === 'math';
  const head = headHtml(attributes['title'] || (isFormula ? t('Formula') : ''), language ?? '');
  const className = classes(
    'marginalia-code',
    attributes['lineNumbers'] === 'true' && 'marginalia-numbered',
    attributes['overflow'] === 'wrap' && 'marginalia-wrapped',
  );
  const lines = yield* linesHtml(change, view);
  const code = element('code', { 'data-language': language, class: isFormula && 'marginalia-math' }, ...lines);
  const written = element('pre', { tabindex: 0 }, code);
  // The source is shown if it changed, because it shows the difference.
  const isChanged = change.before?.source !== change.after?.source;
  const diagrams = picturesHtml(change, view, diagramHtml);
  if (diagrams) {
    const isWritten = isChanged && 'marginalia-written';
    return element('figure', { class: classes('marginalia-diagram', isWritten, className) }, head, diagrams, written);
  }
  const formulas = isFormula ? picturesHtml(change, view, formulaHtml) : '';
  if (!formulas) return element('figure', { class: className }, head, written);
  const frame = classes('marginalia-formula', isChanged && className);
  return element('figure', { class: frame, tabindex: 0 }, isChanged ? head : '', formulas, isChanged ? written : '');
}

/** Renders the lines of a side, highlighted if possible; long stretches of unchanged lines are folded. */
function* linesHtml(change: BlockChange, view: WordView): Resumable<Html[]> {
  const lines = yield* shownLines(change, view);
  if (!view.isFolding || !isDivided(change, view)) return lines.map(({ html }) => html);
  return foldableRunsOf(lines, ({ isSame }) => isSame).map(({ items, isFolded }) => {
    const html = items.map(line => line.html).join('');
    if (!isFolded) return html;
    const fold = element('span', { class: 'marginalia-fold' }, foldButton(items.length, 'line'));
    return fold + element('span', { class: 'marginalia-folded', hidden: true }, html);
  });
}

interface ShownLine {
  html: Html;
  isSame: boolean;
}

function* shownLines(change: BlockChange, view: WordView): Resumable<ShownLine[]> {
  const { lines = [], before, after } = change;
  const coloured = (block: Block | undefined) =>
    block?.type === 'code' && block.language ? view.context.code?.(block.language, block.source) : undefined;
  const [beforeLines, afterLines] = [coloured(before), coloured(after)];
  const isNumbered = blockOnSide(change, view.side).attributes['lineNumbers'] === 'true';
  const hasHunks = isDivided(change, view);
  let [b, a] = [0, 0];
  // Number of further lines of the hunk that only the other side has.
  let missing = 0;
  let isInHunk = false;
  const shownLines: ShownLine[] = [];
  const put = (
    name: string,
    isSame: boolean,
    html: Html,
    { isFiller = false, number = undefined as number | undefined } = {},
  ) => {
    const isFirst = !isSame && !isInHunk && hasHunks;
    isInHunk = !isSame;
    const className = classes('marginalia-line', isFiller && 'marginalia-nothing', isFirst && 'marginalia-hunk');
    const attributes = { tabindex: isFirst && -1, 'aria-hidden': isFiller && 'true', 'data-number': number };
    shownLines.push({ html: element(name, { class: className, ...attributes }, html), isSame });
  };
  const fill = () => {
    for (; missing > 0; missing--) put('span', false, '', { isFiller: true });
    missing = 0;
  };
  for (const [index, { kind, text }] of lines.entries()) {
    if (index % linesInStep === 0) yield;
    const was = kind === 'added' ? undefined : beforeLines?.[b];
    const is = kind === 'removed' ? undefined : afterLines?.[a];
    const isOld = view.side === 'before' || kind === 'removed' || !after;
    const marked = isOld ? before?.markedLines?.[b] : after.markedLines?.[a];
    if (kind !== 'added') b++;
    if (kind !== 'removed') a++;
    if (view.side !== 'both' && kind === (view.side === 'before' ? 'added' : 'removed')) {
      if (view.isBeside) missing++;
      continue;
    }
    if (kind === 'same') fill();
    else missing--;
    const known = view.side === 'before' ? (was ?? is) : (is ?? was);
    const plain = hasInvisible(text) ? escapeVisibly(text) : known || escapeHtml(text) || '\u200b';
    const html = marked ? withColours(yield* marksHtml(marked, view), hasInvisible(text) ? undefined : known) : plain;
    const number = isNumbered ? (view.side === 'before' || kind === 'removed' ? b : a) : undefined;
    put(view.changeMark ?? changeMarkOf(kind) ?? 'span', kind === 'same', html, { number });
  }
  fill();
  return shownLines;
}

const linesInStep = 200;

/** Renders a line of code with its inline marks. */
function* marksHtml(line: Html, { side, context }: WordView): Resumable<Html> {
  const words = readCodeLine(line);
  return yield* wordsHtml([{ kind: 'same', before: words, after: words }], { side, context });
}

/** Inserts the highlighting of a line of code inside its marks. */
function withColours(marked: Html, coloured: Html | undefined): Html {
  if (!coloured) return marked;
  const pieces = colouredPieces(coloured);
  const take = (length: number) => {
    let html = '';
    for (let piece = pieces[0]; piece && length > 0; piece = pieces[0]) {
      const text = piece.text.slice(0, length);
      html += piece.starts.join('') + escapeHtml(text) + '</span>'.repeat(piece.starts.length);
      length -= text.length;
      piece.text = piece.text.slice(text.length);
      if (!piece.text) pieces.shift();
    }
    return html;
  };
  return tokenizeHtml(marked)
    .map(token => (token.kind === 'text' ? take(decodeEntities(token.source).length) : token.source))
    .join('');
}

/** Splits a highlighted line into texts, each with its opening tags. */
function colouredPieces(coloured: Html): { text: string; starts: readonly Html[] }[] {
  const pieces: { text: string; starts: readonly Html[] }[] = [];
  let starts: readonly Html[] = [];
  for (const token of tokenizeHtml(coloured)) {
    if (token.kind === 'text') pieces.push({ text: decodeEntities(token.source), starts });
    else starts = token.kind === 'start' ? [...starts, token.source] : starts.slice(0, -1);
  }
  return pieces;
}

/** Renders a formula; returns undefined if it cannot be rendered. */
function formulaHtml({ source }: Block, view: WordView): Html | undefined {
  const formula = view.context.formula?.(source);
  return formula === undefined ? undefined : element('math', { display: 'block' }, formula);
}

function diagramHtml({ type, language = '', source }: Block): Html | undefined {
  const isDiagram = type === 'code' && language.toLowerCase() === 'mermaid' && source.trim() !== '';
  return isDiagram ? element('div', { class: 'marginalia-drawing', 'data-diagram': source }) : undefined;
}

type Picture = (block: Block, view: WordView) => Html | undefined;

/** Renders the picture of a block, for one side or both; empty if there is no picture. */
function picturesHtml({ before, after }: BlockChange, view: WordView, picture: Picture): Html {
  const imageHtml = (block: Block | undefined, changeMark: ChangeMark | undefined) => {
    const html = block && picture(block, view);
    return html === undefined ? '' : withChangeMark(html, view.changeMark ?? changeMark);
  };
  if (!before || !after || before.source === after.source) return imageHtml(after ?? before, undefined);
  if (view.side !== 'both') return view.side === 'before' ? imageHtml(before, 'del') : imageHtml(after, 'ins');
  return imageHtml(before, 'del') + imageHtml(after, 'ins');
}

function headHtml(title: string, language: string): Html {
  const isNamed = language !== '' && !plain.has(language.toLowerCase());
  if (!title && !isNamed) return '';
  const name = isNamed && element('span', { class: 'marginalia-language' }, escapeHtml(language));
  return element('figcaption', { class: 'marginalia-title' }, escapeVisibly(title), name || '');
}

/** Language names that mean plain text. */
const plain: ReadonlySet<string> = new Set(['text', 'txt', 'plain', 'plaintext']);
