/**
 * What a block is, in the words of the service where it has one. `heading` carries its depth, `definition` and
 * `footnote` stand for what is shown elsewhere, `markup` for HTML and stray tags that show nothing of their own. `group`
 * stands for blocks below each other where a comparison has something around them on the other side.
 */
export type BlockType =
  | 'paragraph'
  | 'heading'
  | 'list-ordered'
  | 'list-unordered'
  | 'list-tasks'
  | 'list-item'
  | 'blockquote'
  | 'hint'
  | 'code'
  | 'divider'
  | 'images'
  | 'image'
  | 'file'
  | 'embed'
  | 'math'
  | 'table'
  | 'table-row'
  | 'tabs'
  | 'tabs-item'
  | 'expandable'
  | 'expandable-title'
  | 'stepper'
  | 'stepper-step'
  | 'columns'
  | 'column'
  | 'content-ref'
  | 'reusable-content'
  | 'swagger'
  | 'openapi-operation'
  | 'openapi-schemas'
  | 'openapi-webhook'
  | 'integration'
  | 'definition'
  | 'footnote'
  | 'markup'
  | 'group';

/** A block of a page's Markdown, with the lines it stands on. */
export interface Block {
  type: BlockType;
  /** The first line, zero-based, in the whole text (front matter included). */
  start: number;
  /** The last line that is not blank. */
  end: number;
  /** What a reader sees of it and of everything inside it, on one line. */
  text: string;
  /** The Markdown between the marks of a leaf; the verbatim text of code, math and markup. */
  source: string;
  /** What its tag or HTML element says about it: `style`, `title`, `url`, `src`, `alt` ... */
  attributes: Record<string, string>;
  children: Block[];
  /** The name of the tag of an integration. */
  tag?: string;
  /** Of a paragraph: that it holds blocks that are nested too deep to be read as such. */
  isTooDeep?: true;
  /** Of a heading: 1 to 6. */
  depth?: number;
  /** Of a task. */
  checked?: boolean;
  /** Of an ordered list: its first number. */
  first?: number;
  /** Of code. */
  language?: string;
  /** Of code: the line on which its text begins. */
  sourceStart?: number;
  /** Of code in HTML with marks: the HTML of each line that has some, and nothing for other lines. */
  markedLines?: string[];
  /** Of code: whether it is written in HTML. */
  isHtml?: boolean;
  /** Of a row of a table: the Markdown (or HTML) of its cells. */
  cells?: string[];
  /** Of a table: the Markdown (or HTML) of its column titles. */
  header?: string[];
  align?: ('left' | 'center' | 'right' | null)[];
  /** Of a table in HTML: what else its column titles say, such as that a column is hidden. */
  columns?: Record<string, string>[];
}

/** All of these blocks and what is inside them, each before those inside it. */
export function allBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap(block => [block, ...allBlocks(block.children)]);
}
