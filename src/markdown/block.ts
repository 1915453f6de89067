/**
 * The type of a block, named as in the service where it has a name. `heading` has a depth; `definition` and `footnote`
 * are shown elsewhere on the page; `markup` is HTML or stray tags without visible content; `group` is a sequence of
 * blocks that a comparison pairs with a container on the other side.
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
  /** The visible text of the block and everything inside it, on one line. */
  text: string;
  /** The Markdown between the marks of a leaf; the verbatim text of code, math and markup. */
  source: string;
  /** The attributes of the block's tag or HTML element: `style`, `title`, `url`, `src`, `alt` ... */
  attributes: Record<string, string>;
  children: Block[];
  /** The name of the tag of an integration. */
  tag?: string;
  /** Only for a paragraph: true if it contains blocks that are nested too deep to be parsed. */
  isTooDeep?: true;
  /** Only for a heading: 1 to 6. */
  depth?: number;
  /** Only for a task. */
  checked?: boolean;
  /** Only for an ordered list: its first number. */
  first?: number;
  /** Only for code. */
  language?: string;
  /** Only for code: the line on which its text begins. */
  sourceStart?: number;
  /** Only for HTML code with inline marks: the HTML of each line that has marks, and an empty text for other lines. */
  markedLines?: string[];
  /** Only for code: true if it is written in HTML. */
  isHtml?: boolean;
  /** Only for a table row: the Markdown (or HTML) of its cells. */
  cells?: string[];
  /** Only for a table: the Markdown (or HTML) of its column titles. */
  header?: string[];
  align?: ('left' | 'center' | 'right' | null)[];
  /** Only for an HTML table: the attributes of its column titles, such as that a column is hidden. */
  columns?: Record<string, string>[];
}

/** Returns these blocks and all blocks inside them, parents before children. */
export function allBlocks(blocks: readonly Block[]): Block[] {
  return blocks.flatMap(block => [block, ...allBlocks(block.children)]);
}
