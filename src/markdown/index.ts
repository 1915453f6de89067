// The entry of the bundle that knows Markdown. It is loaded on first use, since marked is in it.
export { lineOfAnchor } from './anchors.ts';
export { placeComment, type CommentPlacement, type PlacementQuery } from './placing/commentPlacement.ts';
export type { Block, BlockType } from './block.ts';
export { parseBlocks } from './blocks.ts';
export { describeNode, nodeAt, type NodeAtLines, type NodeDescription } from './placing/nodeAt.ts';
export { type PlacedPage, type NodeLines, placePage } from './placing/nodePlacement.ts';
export { Places } from './placing/places.ts';
