/** The versions of a value in the common ancestor and on the two sides derived from it. */
export interface Sides<T> {
  base: T;
  main: T;
  changeRequest: T;
}

/** One of the two derived sides. */
export type MergeSide = 'main' | 'changeRequest';

export interface Merged<T> {
  value: T;
  /** True if both sides changed the same thing, so that a user should check the result. */
  conflict: boolean;
}

export function mapSides<T, U>({ base, main, changeRequest }: Sides<T>, map: (value: T) => U): Sides<U> {
  return { base: map(base), main: map(main), changeRequest: map(changeRequest) };
}
