/** Caches what a function makes of an object that never changes, for as long as the object is in use. */
export function memoize<K extends object, V>(make: (object: K) => V): (object: K) => V {
  const cache = new WeakMap<K, { value: V }>();
  return object => {
    const cached = cache.get(object);
    if (cached) return cached.value;
    const value = make(object);
    cache.set(object, { value });
    return value;
  };
}
