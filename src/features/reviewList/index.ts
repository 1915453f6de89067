import type * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { Children, Node } from '../../ui/tree/node.ts';

/** The top of the view *Review*: the lists of the current account. What shows them is loaded when the view is. */
export function top(given: () => App): Children {
  let started: Promise<() => Promise<Node[]>> | undefined;
  return {
    empty: '',
    list: async function* () {
      started ??= import('./start.ts').then(({ start }) => start(given()));
      yield { items: await (await started)(), hasMore: false };
    },
  };
}

/** Shows the change requests of all spaces. */
export function register({ reviewLists }: App): vscode.Disposable {
  reviewLists.open('marginalia.reviews');
  return reviewLists;
}
