import type { Input, Result, Route } from '../../../src/api/routes.ts';
import type { OpenSandbox } from '../sandbox.ts';

/** One operation: what it does when it is asked well, and what it refuses. */
export interface Row<R extends Route> {
  /** A valid input in the world; a function where the input has to be made first. */
  input: Input<R> | ((world: OpenSandbox) => Promise<Input<R>>);
  status: number;
  /** Looks at what the operation answered, and reads back what it did. */
  success: (outcome: { result: Result<R>; world: OpenSandbox; input: Input<R> }) => unknown;
  /**
   * What is wrong in ways that the contract has no keyword for: members that replace those of the input, and the words
   * that say so. What the contract limits is tried without being named here.
   */
  bad?: readonly (readonly [replaced: object, message: RegExp])[];
  /** Members that replace those of the input, so that something is asked for that is not there. */
  missing: Record<string, unknown> | NotPossible;
  /** Somebody who may not do it, and the words that say so. */
  forbidden: readonly [as: string, message: RegExp] | NotPossible;
}

/** Why an operation cannot be refused this way. */
export interface NotPossible {
  because: string;
}

export type Rows = { [R in Route]?: Row<R> };

/** A row whose types are no longer known: what the tests of the table see. */
export type AnyRow = Omit<Row<'GET /spaces/{spaceId}'>, 'input' | 'success'> & {
  input: AnyInput | ((world: OpenSandbox) => Promise<AnyInput>);
  success: (outcome: { result: unknown; world: OpenSandbox; input: AnyInput }) => unknown;
};

export interface AnyInput {
  query?: Record<string, unknown>;
  body?: unknown;
}

export function isPossible<T extends object>(value: T | NotPossible): value is Exclude<T, NotPossible> {
  return !('because' in value);
}
