import type { Block } from '../block.ts';

/** A text that pages include. */
export interface IncludedText {
  /** Equal for two names of one text. */
  id: string;
  title: string;
  /** Undefined where there is nothing to show, which `problem` explains. */
  markdown?: string;
  problem?: string;
}

/** What is known of what a side of a page refers to. */
export interface PageContext {
  /** Returns what a target means: equal for two spellings of one target. Undefined where that is not known. */
  meaningOf?(target: string): string | undefined;
  /** Emoji by their names, which pages write as `:name:`. */
  emoji?: ReadonlyMap<string, string> | undefined;
  /** Returns the value of an expression. Undefined where that is not known. */
  evaluate?: ((expression: string) => string | undefined) | undefined;
  /** Returns the text that is included by this name. Undefined where that is not known. */
  includedText?: ((source: string) => IncludedText | undefined) | undefined;
}

type Attributes = Readonly<Record<string, string>>;

/** Returns a text with emoji in place of their names. */
export function withEmoji(text: string, { emoji }: PageContext = {}): string {
  if (!emoji || !text.includes(':')) return text;
  return text.replace(/(?<![\p{L}\p{N}]):([\w+-]+):(?![\p{L}\p{N}])/gu, (written, name) => emoji.get(name) ?? written);
}

/** The attributes that hold a target. */
const targetNames = ['href', 'src', 'srcDark', 'url'] as const;

/** Returns attributes with what their targets mean. */
export function meantAttributes(attributes: Attributes, { meaningOf }: PageContext = {}): Attributes {
  if (!meaningOf) return attributes;
  const meanings = targetNames.flatMap(name => {
    const meaning = attributes[name] === undefined ? undefined : meaningOf(attributes[name]);
    return meaning === undefined ? [] : [[name, meaning]];
  });
  return meanings.length > 0 ? { ...attributes, ...Object.fromEntries(meanings) } : attributes;
}

/** Returns a block whose attributes are what their targets mean. */
export function meantBlock(block: Block, context: PageContext | undefined): Block {
  const attributes = meantAttributes(block.attributes, context);
  return attributes === block.attributes ? block : { ...block, attributes: { ...attributes } };
}

// What is looked back over is limited: it is looked at from each place of a text.
const target = new RegExp(
  [
    String.raw`(?<=\]\(<)[^<>\n]+`,
    String.raw`(?<=\]\(|^[ \t>]{0,20}\[[^\]\n]{1,200}\]:[ \t]{0,9}<?|\b(?:href|src|srcDark|url)=["']|\{%-?\s{0,9}include\s{1,9}["'])[^\s<>()"']+`,
  ].join('|'),
  'gm',
);

/** Returns a source in which each target is what it means, for comparing two sources. */
export function meantSource(source: string, { meaningOf }: PageContext = {}): string {
  if (!meaningOf) return source;
  return source.replace(target, written => meaningOf(written.replace(/\\([!-/:-@[-`{-~])/g, '$1')) ?? written);
}
