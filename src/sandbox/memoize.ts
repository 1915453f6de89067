/** Caches the result of a function for each immutable object, as long as the object is in use. */
export function memoize<K extends object, V>(make: (object: K) => V): Memoized<K, V> {
  const cache = new WeakMap<K, { value: V }>();
  const known = new WeakMap<K, () => V>();
  const get = (object: K) => {
    const cached = cache.get(object);
    if (cached) return cached.value;
    const value = known.get(object)?.() ?? make(object);
    cache.set(object, { value });
    return value;
  };
  return Object.assign(get, { set: (object: K, value: () => V) => void known.set(object, value) });
}

export interface Memoized<K extends object, V> {
  (object: K): V;
  /** Sets a function that provides the result for an object, called when it is first needed. */
  set(object: K, value: () => V): void;
}
