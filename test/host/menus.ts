import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Item {
  command: string;
  when?: string;
  group?: string;
}

interface Manifest {
  contributes: { menus: Record<string, Item[]>; submenus: { id: string }[] };
}

/** Returns the groups of a menu in the manifest that contain a command. */
export function groupsOf(menu: string, command: string): string[] {
  return itemsOf(menu, command).map(({ group = '' }) => group);
}

/** Returns those of the context values whose rows offer a command in their menu or in a submenu of it. */
export function rowsOffering(command: string, contextValues: readonly string[]): string[] {
  const direct = itemsOf('view/item/context', command);
  const items = [...direct, ...submenus().flatMap(menu => itemsOf(menu, command))];
  return contextValues.filter(value => items.some(({ when = '' }) => isMatch(when, value)));
}

function submenus(): string[] {
  return contributes().submenus.map(({ id }) => id);
}

function itemsOf(menu: string, command: string): Item[] {
  return (contributes().menus[menu] ?? []).filter(item => item.command === command);
}

function contributes(): Manifest['contributes'] {
  const extension = vscode.extensions.getExtension('marginalia.marginalia') ?? assert.fail('no extension');
  return (extension.packageJSON as Manifest).contributes;
}

/** Returns true if the `viewItem` clauses of a `when` hold for a context value. */
function isMatch(when: string, value: string): boolean {
  return when.split(' && ').every(clause => {
    const [, operator, operand = ''] = /^viewItem (==|!=|=~) (.+)$/.exec(clause) ?? [];
    if (operator === undefined) return true;
    if (operator === '=~') return new RegExp(operand.slice(1, -1)).test(value);
    return (operator === '==') === (operand === value);
  });
}
