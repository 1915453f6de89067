import { evaluate, type Variables } from '../../markdown/expressions.ts';
import { decodeEntities } from '../../markdown/plainText.ts';
import type { Page } from './layout.ts';
import { readSharedContent, type RevisionReader } from './shared.ts';

const expression = /<code\s+class=["']?expression["']?\s*>([^<]*)<\/code\s*>/g;

/** Replaces expressions in a title with their values, or with their source if these are unknown. */
export function plainTitle(title: string, valueOf: (expression: string) => string | undefined): string {
  return title.replace(expression, (_, written: string) => {
    const text = decodeEntities(written).replaceAll('\\_', '_').trim();
    return valueOf(text) ?? text;
  });
}

/** Returns pages with the values of variables in their titles. Unknown expressions stay as their source. */
export async function withValuesInTitles(pages: readonly Page[], revision: RevisionReader): Promise<Page[]> {
  try {
    return withPlainTitles(pages, (await readSharedContent(revision)).variables);
  } catch {
    // Without variables, titles show the source of expressions.
    return withPlainTitles(pages, undefined);
  }
}

/** Returns pages whose titles contain no markup. */
export function withPlainTitles(pages: readonly Page[], space: Variables['space']): Page[] {
  return pages.map(page => {
    const { title, linkTitle, variables, pages: children } = page;
    const valueOf = (expression: string) => evaluate(expression, { page: variables, space });
    return {
      ...page,
      title: plainTitle(title, valueOf),
      ...(typeof linkTitle === 'string' && { linkTitle: plainTitle(linkTitle, valueOf) }),
      ...(children && { pages: withPlainTitles(children, space) }),
    };
  });
}
