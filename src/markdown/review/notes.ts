import { t } from '@vscode/l10n';
import type { Block, BlockType } from '../block.ts';
import { mixedAlphabets } from '../invisibleCharacters.ts';
import { kindName, kindOf } from './kinds.ts';

/** A change that the words of a text cannot show, with the values before and after. */
export interface Note {
  /**
   * `source` shows sources, `spelling` shows sources that look equal, `warning` names a risk, `link` shows targets of
   * links, `format` names the formatting of words; `plain` has its whole text in `what`.
   */
  kind?: 'source' | 'spelling' | 'warning' | 'link' | 'format' | 'plain';
  what: string;
  /** The subject of the note, such as the words of a link or the title of a tab. */
  subject?: string;
  was: string;
  is: string;
  icon?: NoteIcon;
}

/** The icon of a note, by what has changed. */
export type NoteIcon = 'code' | 'image' | 'link' | 'table';

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
    note(titleOf(kind, name), was[name], is[name], { subject, icon: iconOf(kind, name) }),
    ...newTextAlphabetNotes(is[name], was[name]),
  ]);
}

/** Warns of words that imitate other ones by letters of several alphabets. */
export function alphabetNotes(words: readonly string[]): Note[] {
  return words.flatMap((word): Note[] => {
    const mix = mixedAlphabets(word);
    return mix
      ? [{ kind: 'warning', what: t('Letters of several alphabets'), subject: truncate(word), was: '', is: mix }]
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
    differing(t('Kind'), kindOf(before), kindOf(after)),
    before.type === after.type ? differing(t('Heading level'), before.depth, after.depth) : undefined,
    differing(t('Task'), stateOf(before), stateOf(after)),
    differing(t('First number'), before.first ?? 1, after.first ?? 1),
    differing(t('Language'), before.language, after.language, { icon: 'code' }),
    ...columnNotes(before, after),
    ...attributeNotes(before, after),
  ];
  return notes.filter(note => note !== undefined).map(note => (subject && !note.subject ? { ...note, subject } : note));
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
  const what = frame === after ? putInto(frame) : takenOutOf(frame);
  const icon = frame.type === 'columns' ? ('table' as const) : undefined;
  return [{ kind: 'plain', what, was: '', is: '', ...(icon && { icon }) }, ...warnings];
}

function putInto(frame: Block): string {
  switch (frame.type) {
    case 'blockquote':
      return t('Put into a quote');
    case 'columns':
      return t('Put into columns');
    case 'expandable':
      return t('Put into an expandable');
    case 'hint':
      return t('Put into a hint');
    case 'list-ordered':
      return t('Put into a numbered list');
    case 'list-tasks':
      return t('Put into a task list');
    case 'list-unordered':
      return t('Put into a list');
    case 'stepper':
      return t('Put into steps');
    case 'tabs':
      return t('Put into tabs');
    default:
      return t`Put into "${kindOf(frame)}"`;
  }
}

function takenOutOf(frame: Block): string {
  switch (frame.type) {
    case 'blockquote':
      return t('Taken out of a quote');
    case 'columns':
      return t('Taken out of columns');
    case 'expandable':
      return t('Taken out of an expandable');
    case 'hint':
      return t('Taken out of a hint');
    case 'list-ordered':
      return t('Taken out of a numbered list');
    case 'list-tasks':
      return t('Taken out of a task list');
    case 'list-unordered':
      return t('Taken out of a list');
    case 'stepper':
      return t('Taken out of steps');
    case 'tabs':
      return t('Taken out of tabs');
    default:
      return t`Taken out of "${kindOf(frame)}"`;
  }
}

/** Parts of containers, which get no note of their own. */
const unsaidFrames: ReadonlySet<BlockType> = new Set<BlockType>(['list-item', 'tabs-item', 'stepper-step', 'column']);

/** Returns the name that tells a block from its siblings: the title of a tab, the alternative text of an image. */
function nameOf({ type, text, attributes }: Block): string {
  if (type === 'tabs-item') return attributes['title'] ?? '';
  return type === 'image' || type === 'list-item' || type === 'stepper-step' ? truncate(text) : '';
}

export function truncate(text: string, length = 60): string {
  return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
}

function stateOf({ checked }: Block): string | undefined {
  return checked === undefined ? undefined : checked ? t('done') : t('not done');
}

function columnNotes(before: Block, after: Block): (Note | undefined)[] {
  if (!before.header || !after.header || before.header.length !== after.header.length) return [];
  return after.header.flatMap((title, index) => {
    const column = title || `${index + 1}`;
    const [was, is] = [before, after].map(({ align }) => alignmentName(align?.[index] ?? 'left'));
    const [old, now] = [before, after].map(({ columns }) => ({ attributes: withoutAlignment(columns?.[index] ?? {}) }));
    return [
      differing(t('Alignment of column'), was, is, { subject: column, icon: 'table' }),
      ...notesBetween('column', column, old, now),
    ];
  });
}

function withoutAlignment({ align: _, ...attributes }: Record<string, string>): Record<string, string> {
  return attributes;
}

function alignmentName(alignment: string): string {
  if (alignment === 'center') return t({ message: 'center', comment: ['alignment of a column'] });
  if (alignment === 'right') return t({ message: 'right', comment: ['alignment of a column'] });
  return t({ message: 'left', comment: ['alignment of a column'] });
}

type Value = string | number | undefined;

interface NoteOptions {
  subject?: string;
  icon?: NoteIcon | undefined;
}

function differing(what: string, was: Value, is: Value, options: NoteOptions = {}): Note | undefined {
  return was === is ? undefined : note(what, was, is, options);
}

function note(what: string, was: Value, is: Value, { subject, icon }: NoteOptions): Note {
  const [old, now] = [was ?? missingValue(), is ?? missingValue()];
  return { what, was: String(old), is: String(now), ...(subject && { subject }), ...(icon && { icon }) };
}

/** Returns the text that stands for a missing value. */
export function missingValue(): string {
  return t({ message: 'none', comment: ['in place of a value before or after a change'] });
}

/** Returns the display name of an attribute, specific to the kind if there is one. */
function titleOf(kind: string, name: string): string {
  const title = titles.get(`${kind} ${name}`) ?? titles.get(name);
  return title?.() ?? `${kindName(kind)}: ${name}`;
}

// The titles are looked up when they are shown, because this module is loaded before the translations.
const titles: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    href: () => t('Link leads to'),
    'link title': () => t('Title of link'),
    'hint style': () => t('Hint style'),
    'hint icon': () => t('Hint icon'),
    'tabs-item title': () => t('Title of tab'),
    'tabs-item icon': () => t('Icon of tab'),
    'code title': () => t('Title of code'),
    'code lineNumbers': () => t('Line numbers'),
    'code overflow': () => t('Long lines'),
    'image src': () => t('Picture'),
    'image srcDark': () => t('Picture in dark mode'),
    'embed url': () => t('Embedded address'),
    'file src': () => t('File'),
    'content-ref url': () => t('Link leads to'),
    'reusable-content src': () => t('Included text'),
    'reusable-content title': () => t('Title of included text'),
    'reusable-content problem': () => t('Included text'),
    'swagger src': () => t('Specification'),
    'integration condition': () => t('Shown if'),
    'table data-view': () => t('Shown as'),
    'column width': () => t('Width of column'),
    'column data-hidden': () => t('Column hidden'),
    alt: () => t('Alternative text'),
    width: () => t('Width'),
    height: () => t('Height'),
    align: () => t('Alignment'),
    spec: () => t('Specification'),
    method: () => t({ message: 'Method', comment: ['of an API operation'] }),
    path: () => t({ message: 'Path', comment: ['of an API operation'] }),
  }),
);

/** Returns the icon of a note on an attribute: it depends on the kind of content, except for sizes of pictures. */
function iconOf(kind: string, name: string): NoteIcon | undefined {
  return name === 'alt' || name === 'width' || name === 'height' ? 'image' : icons.get(kind);
}

const icons: ReadonlyMap<string, NoteIcon> = new Map<string, NoteIcon>([
  ['code', 'code'],
  ['image', 'image'],
  ['link', 'link'],
  ['embed', 'link'],
  ['content-ref', 'link'],
  ['definition', 'link'],
  ['column', 'table'],
]);
