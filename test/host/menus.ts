import assert from 'node:assert/strict';
import * as vscode from 'vscode';

interface Item {
  command: string;
  when?: string;
  group?: string;
}

interface Manifest {
  contributes: { menus: Record<string, Item[]> };
}

/** The groups in which a menu of the manifest offers a command. */
export function groupsOf(menu: string, command: string): string[] {
  return itemsOf(menu, command).map(({ group = '' }) => group);
}

/** Those of the context values whose rows offer a command in their menu. */
export function rowsOffering(command: string, contextValues: readonly string[]): string[] {
  const items = itemsOf('view/item/context', command);
  return contextValues.filter(value => items.some(({ when = '' }) => isMet(when, value)));
}

function itemsOf(menu: string, command: string): Item[] {
  const extension = vscode.extensions.getExtension('marginalia.marginalia') ?? assert.fail('no extension');
  const { menus } = (extension.packageJSON as Manifest).contributes;
  return (menus[menu] ?? []).filter(item => item.command === command);
}

/** Whether what a `when` says of `viewItem` holds. */
function isMet(when: string, value: string): boolean {
  return when.split(' && ').every(clause => {
    const [, operator, operand = ''] = /^viewItem (==|!=|=~) (.+)$/.exec(clause) ?? [];
    if (operator === undefined) return true;
    if (operator === '=~') return new RegExp(operand.slice(1, -1)).test(value);
    return (operator === '==') === (operand === value);
  });
}
