/** A part of a text. */
export interface Span {
  offset: number;
  length: number;
}

/** An object or a list that is being read. */
interface Container {
  isList: boolean;
  /** The member or item that is being read; undefined where the next text names one. */
  at: string | number | undefined;
  /** Where that begins. */
  offset: number;
  /** Whether what is looked for is in here. */
  isOnWay: boolean;
  /** The place that ends with it. */
  place?: Span | undefined;
}

/**
 * Where something stands in JSON: the names and places in lists that lead to it. With the name of the member where it has
 * one; what is not there is where it would be. Text that is no JSON is searched as far as it can be read.
 */
export function placeOf(text: string, path: readonly (string | number)[]): Span | undefined {
  const open: Container[] = [];
  let place: Span | undefined;
  let depth = 0;
  for (let from = 0, end = 0; from < text.length; from = end) {
    end = endOfToken(text, from);
    const inside = open.at(-1);
    const sign = text.charAt(from);
    if (/[\s:]/.test(sign)) continue;
    if (sign === ',') {
      if (inside) inside.at = inside.isList ? Number(inside.at) + 1 : undefined;
    } else if (sign === '}' || sign === ']') {
      const { place: ended } = open.pop() ?? {};
      if (ended) ended.length = end - ended.offset;
      if (ended && depth === path.length) return ended;
    } else if (inside && !inside.isList && inside.at === undefined) {
      Object.assign(inside, { at: named(text.slice(from, end)), offset: from });
    } else {
      const isOnWay = inside ? inside.isOnWay && inside.at === path[open.length - 1] : true;
      const isPlace = isOnWay && open.length > depth;
      if (inside && isPlace) {
        depth = open.length;
        const offset = inside.isList ? from : inside.offset;
        place = { offset, length: end - offset };
      }
      const isList = sign === '[';
      if (isList || sign === '{')
        open.push({ isList, at: isList ? 0 : undefined, offset: from, isOnWay, ...(isPlace && { place }) });
      else if (isPlace && depth === path.length) return place;
    }
  }
  return place;
}

/** Behind a text, a sign, or what stands between those. */
function endOfToken(text: string, from: number): number {
  const first = text.charAt(from);
  if (first !== '"') {
    let end = from + 1;
    if (!/[{}[\],:\s]/.test(first)) while (end < text.length && !/[{}[\],:\s"]/.test(text.charAt(end))) end++;
    return end;
  }
  for (let at = from + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === '"') return at + 1;
  }
  return text.length;
}

function named(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    // It is not written to its end yet.
    return written;
  }
}
