// The entry of the Markdown bundle. The bundle is loaded on first use, because it contains marked.
export { lineOfAnchor } from './anchors.ts';
export { placeComment, type CommentPlacement, type PlacementQuery } from './placing/commentPlacement.ts';
export type { Block, BlockType } from './block.ts';
export { parseBlocks } from './blocks.ts';
export { describeNode, nodeAt, type NodeAtLines, type NodeDescription } from './placing/nodeAt.ts';
export { type PlacedPage, type NodeLines, placePage } from './placing/nodePlacement.ts';
export { PagePlacements as Places } from './placing/pagePlacements.ts';
