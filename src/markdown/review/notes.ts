import { t } from '@vscode/l10n';
import type { Block, BlockType } from '../block.ts';
import { mixedAlphabets } from '../invisibleCharacters.ts';
import { kindOf, kinds } from './kinds.ts';

/** A change that the words of a text cannot show, with the values before and after. */
export interface Note {
  /**
   * `source` shows sources, `spelling` shows sources that look equal, `warning` names a risk, `link` shows targets of
   * links; `plain` has its whole text in `what`.
   */
  kind?: 'source' | 'spelling' | 'warning' | 'link' | 'plain';
  what: string;
  /** The subject of the note, such as the words of a link or the title of a tab. */
  subject?: string;
  was: string;
  is: string;
}

interface Described {
  attributes: Readonly<Record<string, string>>;
}

/** Returns notes on the attributes of two links, things or blocks of one kind. A missing one has no attributes. */
export function notesBetween(
  kind: string,
  subject: string,
  before: Described | undefined,
  after: Described | undefined,
): Note[] {
  const [was, is] = [before?.attributes ?? {}, after?.attributes ?? {}];
  const names = Object.keys({ ...was, ...is }).filter(name => was[name] !== is[name]);
  return names.flatMap(name => [
    note(titleOf(kind, name), was[name], is[name], subject),
    ...newTextAlphabetNotes(is[name], was[name]),
  ]);
}

/** Warns of words that imitate other ones by letters of several alphabets. */
export function alphabetNotes(words: readonly string[]): Note[] {
  return words.flatMap((word): Note[] => {
    const mix = mixedAlphabets(word);
    return mix
      ? [{ kind: 'warning', what: t('Letters of several alphabets'), subject: shortened(word), was: '', is: mix }]
      : [];
  });
}

/** Warns of mixed alphabets in code, a title or an address, except for words that occur in `known`. */
export function newTextAlphabetNotes(text = '', known = ''): Note[] {
  const knownWords = new Set(wordsOf(known));
  return alphabetNotes(wordsOf(text).filter(word => !knownWords.has(word)));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** Warns of mixed alphabets in the attributes of a new block. */
export function attributeAlphabetNotes({ attributes }: Described): Note[] {
  return Object.values(attributes).flatMap(value => newTextAlphabetNotes(value));
}

/** Returns notes on the differences between two versions of a block, except for its content. */
export function blockNotes(before: Block, after: Block): Note[] {
  if (before.type === 'group' || after.type === 'group') return frameNotes(before, after);
  const subject = nameOf(after);
  const notes = [
    differing('Kind', kindOf(before), kindOf(after)),
    before.type === after.type ? differing(t('Heading level'), before.depth, after.depth) : undefined,
    differing('Task', stateOf(before), stateOf(after)),
    differing(t('First number'), before.first ?? 1, after.first ?? 1),
    differing('Language', before.language, after.language),
    ...columnNotes(before, after),
    ...attributeNotes(before, after),
  ];
  return notes.filter(one => one !== undefined).map(one => (subject && !one.subject ? { ...one, subject } : one));
}

/** Returns notes on attributes. If the kind of a block changed, only its condition and warnings are noted. */
function attributeNotes(before: Block, after: Block): Note[] {
  const notes = notesBetween(after.type, '', before, after);
  if (before.type === after.type || !before.children.length || !after.children.length) return notes;
  return notes.filter(({ kind, what }) => kind === 'warning' || what === titleOf(after.type, 'condition'));
}

/** Returns notes on a frame that was put around blocks, or removed from around them. */
function frameNotes(before: Block, after: Block): Note[] {
  const frame = before.type === 'group' ? after : before;
  const warnings = frame === after ? attributeAlphabetNotes(frame) : [];
  if (unsaidFrames.has(frame.type)) return warnings;
  if (frame.attributes['condition'] !== undefined) {
    const notes = notesBetween(frame.type, '', before, after);
    return [...notes.filter(({ what }) => what === titleOf(frame.type, 'condition')), ...warnings];
  }
  const kind = kindOf(frame);
  const named = /^[aeiou]/i.test(kind) ? t`an ${kind}` : /s$/.test(kind) ? kind : `a ${kind}`;
  const what = frame === after ? t`Put into ${named}` : t`Taken out of ${named}`;
  return [{ kind: 'plain', what, was: '', is: '' }, ...warnings];
}

/** Parts of containers, which get no note of their own. */
const unsaidFrames: ReadonlySet<BlockType> = new Set<BlockType>(['list-item', 'tabs-item', 'stepper-step', 'column']);

/** Returns the name that tells a block from its siblings: the title of a tab, the alternative text of an image. */
function nameOf({ type, text, attributes }: Block): string {
  if (type === 'tabs-item') return attributes['title'] ?? '';
  return type === 'image' || type === 'list-item' || type === 'stepper-step' ? shortened(text) : '';
}

export function shortened(text: string, length = 60): string {
  return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
}

function stateOf({ checked }: Block): string | undefined {
  return checked === undefined ? undefined : checked ? 'done' : t('not done');
}

function columnNotes(before: Block, after: Block): (Note | undefined)[] {
  if (!before.header || !after.header || before.header.length !== after.header.length) return [];
  return after.header.flatMap((title, index) => {
    const column = title || `${index + 1}`;
    const [was, is] = [before, after].map(({ align }) => align?.[index] ?? 'left');
    const [old, now] = [before, after].map(({ columns }) => ({ attributes: withoutAlignment(columns?.[index] ?? {}) }));
    return [differing(t('Alignment of column'), was, is, column), ...notesBetween('column', column, old, now)];
  });
}

function withoutAlignment({ align: _, ...attributes }: Record<string, string>): Record<string, string> {
  return attributes;
}

type Value = string | number | undefined;

function differing(what: string, was: Value, is: Value, subject = ''): Note | undefined {
  return was === is ? undefined : note(what, was, is, subject);
}

function note(what: string, was: Value, is: Value, subject: string): Note {
  return { what, was: String(was ?? 'none'), is: String(is ?? 'none'), ...(subject && { subject }) };
}

/** Returns the display name of an attribute, specific to the kind if there is one. */
function titleOf(kind: string, name: string): string {
  return titles.get(`${kind} ${name}`) ?? titles.get(name) ?? `${kinds.get(kind as BlockType) ?? kind}: ${name}`;
}

const titles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    href: t('Link leads to'),
    'link title': t('Title of link'),
    'hint style': t('Hint style'),
    'hint icon': t('Hint icon'),
    'tabs-item title': t('Title of tab'),
    'tabs-item icon': t('Icon of tab'),
    'code title': t('Title of code'),
    'code lineNumbers': t('Line numbers'),
    'code overflow': t('Long lines'),
    'image src': 'Picture',
    'image srcDark': t('Picture in dark mode'),
    'embed url': t('Embedded address'),
    'file src': 'File',
    'content-ref url': t('Link leads to'),
    'reusable-content src': t('Included text'),
    'reusable-content title': t('Title of included text'),
    'reusable-content problem': t('Included text'),
    'swagger src': 'Specification',
    'integration condition': t('Shown if'),
    'table data-view': t('Shown as'),
    'column width': t('Width of column'),
    'column data-hidden': t('Column hidden'),
    alt: t('Alternative text'),
    width: 'Width',
    height: 'Height',
    align: 'Alignment',
    spec: 'Specification',
    method: 'Method',
    path: 'Path',
  }),
);
