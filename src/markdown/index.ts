// The entry of the bundle that knows Markdown. It is loaded on first use, since marked is in it.
export { lineOfAnchor } from './anchors.ts';
export { placeComment, placingComment, type CommentPlacement, type CommentTarget } from './commentPlacement.ts';
export type { Block, BlockType } from './block.ts';
export { parseBlocks } from './blocks.ts';
export { describeNode, nodeAt, type NodeAtLines, type NodeDescription } from './nodeAt.ts';
export { type PlacedPage, type Placement, placePage, placing } from './nodePlacement.ts';
