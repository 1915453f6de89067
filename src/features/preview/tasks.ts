import type { MarkdownIt, StateCore } from 'markdown-it';
import { checkbox } from '../../markdown/review/presentation.ts';
import { serviceContentOf } from './serviceContent.ts';

/** Renders list items that begin with a checkbox as tasks, in the service's content. */
export function addTasks(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'marginalia_tasks', state => {
    if (serviceContentOf(state.env)) markTasks(state);
  });
}

function markTasks(state: StateCore): void {
  const lists: (typeof state.tokens)[number][] = [];
  state.tokens = state.tokens.flatMap((token, index, all) => {
    if (token.type === 'bullet_list_open') lists.push(token);
    if (token.type === 'bullet_list_close') lists.pop();
    const [item, text] = [all[index - 1], all[index + 1]];
    if (token.type !== 'paragraph_open' || item?.type !== 'list_item_open') return [token];
    const [first] = text?.children ?? [];
    const [checkboxText, mark] = /^\[([ xX])\]\s+/.exec(first?.content ?? '') ?? [];
    if (!first || checkboxText === undefined || !lists.length) return [token];
    first.content = first.content.slice(checkboxText.length);
    item.attrJoin('class', 'marginalia-list-item');
    const list = lists.at(-1);
    if (!/\bmarginalia-tasks\b/.test(list?.attrGet('class') ?? '')) list?.attrJoin('class', 'marginalia-tasks');
    const content = checkbox(mark !== ' ');
    return [Object.assign(new state.Token('marginalia_content', '', 0), { content }), token];
  });
}
