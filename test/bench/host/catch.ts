import * as vscode from 'vscode';
import type { Node } from '../../../src/ui/tree/node.ts';
import type { Tree } from '../../../src/ui/tree/tree.ts';

/** A tree data provider with its view. */
interface ShownTree {
  view: vscode.TreeView<Node>;
  tree: Tree;
}

/** The objects that the extension has created with VS Code's API. */
export interface CaughtObjects {
  /** The trees, by view ID. */
  trees: Map<string, ShownTree>;
  controller?: vscode.CommentController;
}

/**
 * Returns the objects caught so far. They are global, because this module is bundled twice: before the extension and in
 * the bench.
 */
export function caughtObjects(): CaughtObjects {
  const shared = globalThis as { [apiKey]?: CaughtObjects };
  return (shared[apiKey] ??= { trees: new Map() });
}

const apiKey = Symbol.for('what Marginalia has made of the API');
const { createTreeView } = vscode.window;
const { createCommentController } = vscode.comments;

/** Catches objects that are created from now on. */
export function catchAll(): void {
  Object.assign(vscode.window, {
    createTreeView(id: string, options: vscode.TreeViewOptions<Node>) {
      const view = createTreeView(id, options);
      caughtObjects().trees.set(id, { view, tree: options.treeDataProvider as Tree });
      return view;
    },
  });
  Object.assign(vscode.comments, {
    createCommentController(id: string, label: string) {
      return (caughtObjects().controller = createCommentController(id, label));
    },
  });
}
