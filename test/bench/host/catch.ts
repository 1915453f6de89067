import * as vscode from 'vscode';
import type { Node } from '../../../src/ui/tree/node.ts';
import type { Tree } from '../../../src/ui/tree/tree.ts';

/** A tree with the view that shows it. */
interface ShownTree {
  view: vscode.TreeView<Node>;
  tree: Tree;
}

/** What the extension has made of VS Code's API. */
export interface Made {
  /** The trees by the IDs of their views. */
  trees: Map<string, ShownTree>;
  controller?: vscode.CommentController;
}

/** Loaded before the extension, and bundled apart from what asks for this. */
export function made(): Made {
  const shared = globalThis as { [apiKey]?: Made };
  return (shared[apiKey] ??= { trees: new Map() });
}

const apiKey = Symbol.for('what Marginalia has made of the API');
const { createTreeView } = vscode.window;
const { createCommentController } = vscode.comments;

/** Catches what is made from now on. */
export function catchAll(): void {
  Object.assign(vscode.window, {
    createTreeView(id: string, options: vscode.TreeViewOptions<Node>) {
      const view = createTreeView(id, options);
      made().trees.set(id, { view, tree: options.treeDataProvider as Tree });
      return view;
    },
  });
  Object.assign(vscode.comments, {
    createCommentController(id: string, label: string) {
      return (made().controller = createCommentController(id, label));
    },
  });
}
