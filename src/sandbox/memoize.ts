/** Caches what a function makes of an object that never changes, for as long as the object is in use. */
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
  /** Takes what was made of an object elsewhere, when it is first asked for. */
  set(object: K, value: () => V): void;
}
