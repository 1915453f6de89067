import * as vscode from 'vscode';

/** Resolves the targets of a link provider only when the user is about to follow one. */
export class DeferredLinks {
  readonly #finds = new WeakMap<vscode.DocumentLink, () => Promise<vscode.Uri>>();

  add(range: vscode.Range, find: () => Promise<vscode.Uri>): vscode.DocumentLink {
    const link = new vscode.DocumentLink(range);
    this.#finds.set(link, find);
    return link;
  }

  readonly resolve = async (link: vscode.DocumentLink): Promise<vscode.DocumentLink> => {
    const target = await this.#finds.get(link)?.();
    if (target) link.target = target;
    return link;
  };
}
