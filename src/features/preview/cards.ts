import { htmlTableRows } from '../../markdown/html.ts';

/**
 * Renders a table with the cards view as the review page does: covers at the top, link targets at the bottom. The
 * result is still unsanitized HTML of the page.
 */
export function renderCards(html: string): string {
  const [, attributes = ''] = cardsTable.exec(html) ?? [];
  if (!attributes) return html;
  const { columns, rows } = htmlTableRows(html);
  const cards = rows.map(({ cells }) => {
    const parts = cells.map((cell, index) => partOf(cell, columns[index] ?? {}));
    const inOrder = parts.toSorted((one, other) => one.order - other.order);
    return `<li>${inOrder.map(({ html }) => html).join('')}</li>`;
  });
  const size = /\bdata-card-size="large"/.test(attributes) ? ' marginalia-large' : '';
  return `<div class="marginalia-cards${size}"><ul>${cards.join('')}</ul></div>\n`;
}

const cardsTable = /^\s*<table\b(?=[^<>]*\bdata-view="cards")([^<>]*)>[\s\S]*<\/table\s*>\s*$/i;

function partOf(cell: string, column: Record<string, string>): { order: number; html: string } {
  if (!cell) return { order: 1, html: '' };
  if (column['data-card-target'] !== undefined) {
    return { order: 2, html: `<div class="marginalia-card-target">${cell}</div>` };
  }
  const [, cover] = column['data-card-cover'] === undefined ? [] : (/<a\b[^<>]*\bhref="([^"]*)"/i.exec(cell) ?? []);
  if (cover === undefined) return { order: 1, html: `<div>${cell}</div>` };
  return { order: 0, html: `<div class="marginalia-cover"><img src="${cover}" alt=""></div>` };
}
