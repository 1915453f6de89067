import { t } from '@vscode/l10n';
import { withSigns } from '../invisibleCharacters.ts';
import type { Resumable } from '../resumable.ts';
import { isAllowedAddress, isAllowedLinkTarget } from '../targets.ts';
import { classes, element, escapeHtml, type Html, escapeVisibly } from './element.ts';
import { coloursOf } from './presentation.ts';
import type { WordRun } from './wordChanges.ts';
import type { Mark, InlineObject, Word } from './words.ts';

/** The version of a page that is shown: one, or both in one text. */
export type Side = 'before' | 'after' | 'both';

/** Resolves references in blocks. Each function returns undefined for content that cannot be shown. */
export interface RenderContext {
  image(target: string, side: Side): string | undefined;
  /** Returns the title of a page that a link refers to by its ID. */
  page?(target: string, side: 'before' | 'after'): string | undefined;
  /** Returns the highlighted lines of code; undefined for an unknown language. */
  code?(language: string, source: string): readonly Html[] | undefined;
  /** Returns the content of a MathML element; undefined if the formula cannot be rendered. */
  formula?(text: string): Html | undefined;
}

/** Options of rendering words. */
export interface WordView {
  side: Side;
  context: RenderContext;
  /** Set if the whole block around the words was added or removed. */
  changeMark?: ChangeMark | undefined;
  /** True if both sides are shown side by side, so that a row or line leaves a gap on the side without it. */
  isBeside?: boolean;
  /** True to fold long stretches of unchanged rows and lines. */
  isFolding?: boolean;
}

export type ChangeMark = 'ins' | 'del';

/** Marks HTML as added or removed as a whole. */
export function withChangeMark(html: Html, changeMark: ChangeMark | undefined): Html {
  return changeMark ? element(changeMark, {}, html) : html;
}

interface DisplayedWord {
  word: Word;
  changeMark?: ChangeMark | undefined;
  /** True if the target of the link around the word changed. */
  isRedirected?: boolean;
}

/**
 * Renders words with their marks. Added and removed words are marked inside of these, so that no two elements cross.
 */
export function* wordsHtml(runs: readonly WordRun[], view: WordView): Resumable<Html> {
  let html = '';
  let open: readonly Level[] = [];
  let isFlat = false;
  let count = 0;
  const levelsOf = levelsFor(yield* currentMarks(runs));
  for (const run of runs) {
    for (const displayed of displayedWordsOf(run, view)) {
      if (++count % wordsInStep === 0) yield;
      const levels = levelsOf(displayed);
      if (levels !== open) {
        const common = levels.findIndex((level, index) => level.of !== open[index]?.of);
        const shared = common < 0 ? levels.length : common;
        html += closed(open.slice(shared));
        if (displayed.word.isAfterBlank) html += ' ';
        for (const { start } of levels.slice(shared)) html += start;
        open = levels;
      } else if (displayed.word.isAfterBlank) html += ' ';
      html += contentOf(displayed.word, view);
      isFlat ||= displayed.word.isFlat === true;
    }
  }
  return html + closed(open) + (isFlat ? ` ${nestingNoteHtml()}` : '');
}

const wordsInStep = 200;

/** Renders a note that content is nested too deep to be shown as nested. */
export function nestingNoteHtml(): Html {
  return element(
    'span',
    { class: 'marginalia-flat' },
    escapeHtml(t('Nested too deep: the inner levels are shown flat.')),
  );
}

function displayedWordsOf(run: WordRun, { side, changeMark }: WordView): DisplayedWord[] {
  if (run.kind === 'removed') return side === 'after' ? [] : run.before.map(word => ({ word, changeMark: 'del' }));
  if (run.kind === 'added') return side === 'before' ? [] : run.after.map(word => ({ word, changeMark: 'ins' }));
  return run.after.flatMap((after, index): DisplayedWord[] => {
    const before = run.before[index] ?? after;
    const isRedirected = targetOf(before) !== targetOf(after);
    const isOther = before.inlineObject?.meaning['src'] !== after.inlineObject?.meaning['src'];
    const both: DisplayedWord[] = [
      { word: before, changeMark: 'del', isRedirected },
      { word: after, changeMark: 'ins', isRedirected },
    ];
    if (isOther) return side === 'both' ? both : [(side === 'before' ? both[0] : both[1]) ?? { word: after }];
    return [{ word: side === 'before' ? before : after, changeMark, isRedirected }];
  });
}

function targetOf({ marks }: Word): string | undefined {
  return marks.find(({ name }) => name === 'a')?.meaning['href'];
}

/** An element around words: the mark or change it represents, and its opening tag. */
interface Level {
  of: unknown;
  name: string;
  start: Html;
}

/** Maps old marks to their current form, so that words removed from a link are shown inside that link. */
function* currentMarks(runs: readonly WordRun[]): Resumable<ReadonlyMap<Mark, Mark>> {
  const current = new Map<Mark, Mark>();
  for (const run of runs) {
    if (run.kind !== 'same' || run.before === run.after) continue;
    let last: Word | undefined;
    for (const [index, word] of run.before.entries()) {
      if (index % wordsInStep === 0) yield;
      // Consecutive words share their marks.
      if (word.marks === last?.marks) continue;
      last = word;
      for (const [level, mark] of word.marks.entries()) {
        const now = run.after[index]?.marks[level];
        if (now && now.meaning['href'] === mark.meaning['href']) current.set(mark, now);
      }
    }
  }
  return current;
}

/** Returns a function that finds the elements around a word. Consecutive words with equal marks share one list. */
function levelsFor(current: ReadonlyMap<Mark, Mark>): (displayed: DisplayedWord) => readonly Level[] {
  const known = { direct: new Map<Mark, Level>(), redirected: new Map<Mark, Level>() };
  const levelOf = (mark: Mark, isRedirected: boolean) => {
    const cache = isRedirected ? known.redirected : known.direct;
    const cached = cache.get(mark);
    if (cached) return cached;
    const name = nameOf(mark);
    const level = { of: current.get(mark) ?? mark, name, start: startOf(name, attributesOf(mark, isRedirected)) };
    cache.set(mark, level);
    return level;
  };
  let last: DisplayedWord | undefined;
  let levels: readonly Level[] = [];
  return displayed => {
    const { word, changeMark, isRedirected = false } = displayed;
    const isAsLast =
      word.marks === last?.word.marks && changeMark === last.changeMark && isRedirected === last.isRedirected;
    last = { word, changeMark, isRedirected };
    if (isAsLast) return levels;
    const marks = word.marks.map(mark => levelOf(mark, isRedirected));
    return (levels = changeMark ? [...marks, { of: changeMark, name: changeMark, start: `<${changeMark}>` }] : marks);
  };
}

function startOf(name: string, attributes: Record<string, string | undefined>): Html {
  return element(name, attributes).replace(/<\/[^<]*$/, '');
}

function closed(levels: readonly Level[]): Html {
  return levels
    .map(({ name }) => `</${name}>`)
    .reverse()
    .join('');
}

/** Returns the element for a mark; elements with a function or layout of their own become spans. */
function nameOf({ name }: Mark): string {
  return unsaid.has(name) ? 'span' : name;
}

const unsaid: ReadonlySet<string> = new Set(['button', 'font', 'address', 'main', 'nav', 'header', 'footer', 'tt']);

const copiedAttributes: readonly string[] = ['align', 'colspan', 'rowspan', 'start', 'dir', 'lang', 'open'];

function attributesOf({ name, attributes }: Mark, isRedirected: boolean): Record<string, string | undefined> {
  if (name === 'a') return linkAttributes(attributes, isRedirected);
  if (name === 'button') return { class: buttonClass(attributes['class']) };
  const className = classes(
    attributes['class'] === 'expression' && 'marginalia-variable',
    ...coloursOf(attributes['style'] ?? ''),
  );
  const copied = copiedAttributes.flatMap(key => (attributes[key] === undefined ? [] : [[key, attributes[key]]]));
  const { expression } = attributes;
  return { class: className, title: expression && withSigns(expression), ...Object.fromEntries(copied) };
}

function buttonClass(written = ''): string {
  return classes('marginalia-button', /\bsecondary\b/.test(written) && 'marginalia-secondary');
}

function linkAttributes({ href = '', class: written = '' }: Readonly<Record<string, string>>, isRedirected: boolean) {
  const isWeb = isAllowedLinkTarget(href) && /^(?:https?|mailto):/i.test(href);
  return {
    class: classes(/\bbutton\b/.test(written) && buttonClass(written), isRedirected && 'marginalia-redirected'),
    href: isWeb ? href : undefined,
    // The viewer handles links to pages.
    'data-target': isAllowedLinkTarget(href) && !isWeb ? href : undefined,
    tabindex: isAllowedLinkTarget(href) && !isWeb ? '0' : undefined,
    role: isAllowedLinkTarget(href) && !isWeb ? 'link' : undefined,
    title: withSigns(href),
  };
}

function contentOf({ text, inlineObject }: Word, view: WordView): Html {
  if (!inlineObject) return escapeVisibly(text);
  switch (inlineObject.kind) {
    case 'image':
      return imageHtml(inlineObject, view);
    case 'break':
      return '<br>';
    case 'rule':
      return '<hr>';
    case 'math': {
      const formula = view.context.formula?.(text);
      return formula === undefined
        ? element('code', { class: 'marginalia-math' }, escapeHtml(text))
        : element('math', {}, formula);
    }
    case 'footnote':
      return element('sup', {}, escapeVisibly(text));
    case 'icon':
      return element('span', { class: 'marginalia-sign' }, escapeHtml(inlineObject.attributes['class'] ?? ''));
  }
}

/** Renders an image, or its label if it cannot be shown. */
export function imageHtml({ attributes }: Pick<InlineObject, 'attributes'>, { side, context }: WordView): Html {
  const { src = '', alt = '' } = attributes;
  const address = isAllowedAddress('src', src) ? context.image(src, side) : undefined;
  const [width, height] = [attributes['width'], attributes['height']].map(size => /^\d+/.exec(size ?? '')?.[0]);
  if (address)
    return element('img', { src: address, alt: withSigns(alt) || ' ', width, height }).replace('alt=" "', 'alt=""');
  const name = src.replace(/^data:[\s\S]*/i, 'data').replace(/[?#].*$/, '');
  const label = withSigns(alt || name.slice(name.lastIndexOf('/') + 1));
  const words = element(
    'span',
    { role: 'img', 'aria-label': label },
    escapeVisibly(alt || name.slice(name.lastIndexOf('/') + 1)),
  );
  const web = URL.parse(src);
  if (web?.protocol !== 'https:') return element('span', { class: 'marginalia-image' }, words);
  // Images of other servers load only on request, because loading them tells those servers who is reading.
  const place = { class: 'marginalia-image', 'data-image': src, 'data-width': width, 'data-height': height };
  return element('span', place, words, ' ', element('span', { class: 'marginalia-host' }, escapeHtml(web.host)));
}
