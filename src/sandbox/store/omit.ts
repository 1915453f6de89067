/** An object less some of its members: what a resource shares with its row. */
export function omit<T extends object, K extends keyof T>(object: T, ...names: readonly K[]): Omit<T, K> {
  const copy = { ...object };
  for (const name of names) delete copy[name];
  return copy;
}
