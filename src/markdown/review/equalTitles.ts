/** A page with the title by which readers identify it. */
export interface TitledPage {
  id: string;
  title: string;
}

/** Returns the IDs of the pages whose titles look like that of another page: case and outer blanks do not count. */
export function findEqualTitles(pages: Iterable<TitledPage>): Set<string> {
  const idsOf = new Map<string, Set<string>>();
  for (const { id, title } of pages) {
    const key = title.trim().toLocaleLowerCase();
    idsOf.set(key, (idsOf.get(key) ?? new Set()).add(id));
  }
  return new Set([...idsOf.values()].filter(({ size }) => size > 1).flatMap(ids => [...ids]));
}
