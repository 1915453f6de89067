import type { RequestInput, Result, Route } from '../../../src/api/routes.ts';
import type { OpenSandbox } from '../sandbox.ts';

/** The tests of one operation: its success and its refusals. */
export interface Row<R extends Route> {
  /** A valid input; a function if the input has to be created first. */
  input: RequestInput<R> | ((world: OpenSandbox) => Promise<RequestInput<R>>);
  status: number;
  /** Checks the reply, and reads back the effect. */
  success: (outcome: { result: Result<R>; world: OpenSandbox; input: RequestInput<R> }) => unknown;
  /**
   * Invalid inputs that the contract has no keyword for: the replaced members, and the refusal. Limits of the contract
   * are tested without being listed.
   */
  bad?: readonly (readonly [replaced: object, message: RegExp])[];
  /** Replaced members that make the request address a missing resource. */
  missing: Record<string, unknown> | NotPossible;
  /** A user who may not run the operation, and the refusal. */
  forbidden: readonly [as: string, message: RegExp] | NotPossible;
}

/** The reason why an operation cannot be refused in this way. */
export interface NotPossible {
  because: string;
}

export type Rows = { [R in Route]?: Row<R> };

/** A row without its specific types, as the tests of the table use it. */
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
