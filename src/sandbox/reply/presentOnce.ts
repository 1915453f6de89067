/** How many items are kept, with their JSON: some 50 MB. */
const mostItems = 20_000;

interface Kept {
  /** What else than the row the item was made of. */
  readonly madeOf: readonly unknown[];
  readonly item: unknown;
  json?: Buffer;
}

let byRow = new WeakMap<object, Kept>();
let byItem = new WeakMap<object, Kept>();
let count = 0;

/**
 * What a row looks like, made anew only when something is another than at the last time: the row, or one of what its
 * looks are made of besides. Most writes change one row of a long list.
 */
export function presentOnce<T extends object, U>(row: T, madeOf: readonly unknown[], present: (row: T) => U): U {
  const kept = byRow.get(row);
  if (kept && kept.madeOf.every((value, index) => value === madeOf[index])) return kept.item as U;
  if (++count > mostItems) forget();
  const item = present(row);
  const made: Kept = { madeOf, item };
  byRow.set(row, made);
  if (typeof item === 'object' && item !== null) byItem.set(item, made);
  return item;
}

const comma = Buffer.from(',');

/** The JSON of a reply; items of lists that are presented once are written out once, too. */
export function toJson(body: object): Buffer<ArrayBuffer> {
  if (!('items' in body) || !Array.isArray(body.items)) return Buffer.from(JSON.stringify(body));
  const { items, ...rest } = body;
  const others = Object.entries(rest).map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const parts = items.flatMap((item: object, index) => (index === 0 ? [written(item)] : [comma, written(item)]));
  return Buffer.concat([Buffer.from('{"items":['), ...parts, Buffer.from(`]${others.join('')}}`)]);
}

function written(item: object): Buffer {
  const kept = byItem.get(item);
  if (!kept) return Buffer.from(JSON.stringify(item));
  return (kept.json ??= Buffer.from(JSON.stringify(item)));
}

function forget(): void {
  byRow = new WeakMap();
  byItem = new WeakMap();
  count = 1;
}
