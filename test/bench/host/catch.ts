import * as vscode from 'vscode';
import type { Node } from '../../../src/ui/tree/node.ts';
import type { Tree } from '../../../src/ui/tree/tree.ts';

/** What the extension has made of VS Code's API. */
export interface Made {
  view?: vscode.TreeView<Node>;
  tree?: Tree;
  controller?: vscode.CommentController;
}

/** Loaded before the extension, and bundled apart from what asks for this. */
export function made(): Made {
  const shared = globalThis as { [kept]?: Made };
  return (shared[kept] ??= {});
}

const kept = Symbol.for('what Marginalia has made of the API');
const { createTreeView } = vscode.window;
const { createCommentController } = vscode.comments;

/** Catches what is made from now on. */
export function catchAll(): void {
  Object.assign(vscode.window, {
    createTreeView(id: string, options: vscode.TreeViewOptions<Node>) {
      const view = createTreeView(id, options);
      Object.assign(made(), { view, tree: options.treeDataProvider });
      return view;
    },
  });
  Object.assign(vscode.comments, {
    createCommentController(id: string, label: string) {
      return (made().controller = createCommentController(id, label));
    },
  });
}
