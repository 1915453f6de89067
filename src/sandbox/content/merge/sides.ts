/** The same thing at the common ancestor and on the two sides that were derived from it. */
export interface Sides<T> {
  base: T;
  main: T;
  changeRequest: T;
}

/** One of the two that were derived. */
export type Side = 'main' | 'changeRequest';

export interface Merged<T> {
  value: T;
  /** Whether both sides changed the same thing, so that somebody should look at the result. */
  conflict: boolean;
}

export function mapSides<T, U>({ base, main, changeRequest }: Sides<T>, map: (value: T) => U): Sides<U> {
  return { base: map(base), main: map(main), changeRequest: map(changeRequest) };
}
