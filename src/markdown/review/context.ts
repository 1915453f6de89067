import type { Block } from '../block.ts';

/** A reusable text that pages include. */
export interface IncludedText {
  /** Equal for two names of one text. */
  id: string;
  title: string;
  /** Undefined if there is nothing to show; `problem` explains why. */
  markdown?: string;
  problem?: string;
}

/** Resolves the references on one side of a page. */
export interface PageContext {
  /** True if changes of the front matter are listed separately. */
  areSettingsListed?: boolean;
  /** Returns the meaning of a target, which is equal for two spellings of one target; undefined if unknown. */
  meaningOf?(target: string): string | undefined;
  /** Emoji by their names, which pages write as `:name:`. */
  emoji?: ReadonlyMap<string, string> | undefined;
  /** Returns the value of an expression, or undefined if unknown. */
  evaluate?: ((expression: string) => string | undefined) | undefined;
  /** Returns the text that is included by this name, or undefined if unknown. */
  includedText?: ((source: string) => IncludedText | undefined) | undefined;
}

type Attributes = Readonly<Record<string, string>>;

/** Returns a text with names of emoji replaced by the emoji. */
export function withEmoji(text: string, { emoji }: PageContext = {}): string {
  if (!emoji || !text.includes(':')) return text;
  return text.replace(/(?<![\p{L}\p{N}]):([\w+-]+):(?![\p{L}\p{N}])/gu, (written, name) => emoji.get(name) ?? written);
}

/** The attributes that contain a target. */
const targetNames = ['href', 'src', 'srcDark', 'url'] as const;

/** Returns attributes with targets replaced by their meanings. */
export function resolveAttributes(attributes: Attributes, { meaningOf }: PageContext = {}): Attributes {
  if (!meaningOf) return attributes;
  const meanings = targetNames.flatMap(name => {
    const meaning = attributes[name] === undefined ? undefined : meaningOf(attributes[name]);
    return meaning === undefined ? [] : [[name, meaning]];
  });
  return meanings.length > 0 ? { ...attributes, ...Object.fromEntries(meanings) } : attributes;
}

/** Returns a block with targets in its attributes replaced by their meanings. */
export function resolveBlock(block: Block, context: PageContext | undefined): Block {
  const attributes = resolveAttributes(block.attributes, context);
  return attributes === block.attributes ? block : { ...block, attributes: { ...attributes } };
}

// The lookbehind is limited, because it is evaluated at each position of a text.
const target = new RegExp(
  [
    String.raw`(?<=\]\(<)[^<>\n]+`,
    String.raw`(?<=\]\(|^[ \t>]{0,20}\[[^\]\n]{1,200}\]:[ \t]{0,9}<?|\b(?:href|src|srcDark|url)=["']|\{%-?\s{0,9}include\s{1,9}["'])[^\s<>()"']+`,
  ].join('|'),
  'gm',
);

/** Returns a source with targets replaced by their meanings, for comparing two sources. */
export function resolveSource(source: string, { meaningOf }: PageContext = {}): string {
  if (!meaningOf) return source;
  return source.replace(target, written => meaningOf(written.replace(/\\([!-/:-@[-`{-~])/g, '$1')) ?? written);
}
