// The entry of the bundle that knows Markdown. It is loaded on first use, since marked is in it.
export { lineOfAnchor } from './anchors.ts';
export { placeComment, type CommentPlacement, type CommentTarget } from './commentPlacement.ts';
export type { Block, BlockType } from './block.ts';
export { parseBlocks } from './blocks.ts';
export { describeNode, nodeAt, type NodeAtLines, type NodeDescription } from './nodeAt.ts';
export { type PlacedPage, type Placement, placePage } from './nodePlacement.ts';
export { Placer } from './placer.ts';
export type { Places } from './places.ts';
export { serve } from './serve.ts';
