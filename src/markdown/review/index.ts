// The entry of the bundle that compares pages and renders them as readers will see them. The bundle is loaded on first
// use.
export { BlocksHtml } from './blocksHtml.ts';
export { type Highlightable, highlightableIn, highlightedLines, mathOf } from './highlighting.ts';
export { comparePagesResumable, type PageText } from './compare.ts';
export { type ComparisonLayout, rowHtml, rowsHtml } from './rowHtml.ts';
export { lineOf, type ComparedRow as Row, rowsOf } from './rows.ts';
export type { RenderContext, Side } from './wordsHtml.ts';
