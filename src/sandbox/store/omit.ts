/** Returns a copy of an object without some of its members. */
export function omit<T extends object, K extends keyof T>(object: T, ...names: readonly K[]): Omit<T, K> {
  const copy = { ...object };
  for (const name of names) delete copy[name];
  return copy;
}
