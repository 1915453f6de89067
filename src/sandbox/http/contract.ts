import description from '../../api/contract.json' with { type: 'json' };
import { type JsonSchema, type Operation, operationsOf } from '../../api/operations.ts';
import { memoize } from '../memoize.ts';

export type { JsonSchema, Operation, Parameter } from '../../api/operations.ts';

/** The contract, as far as routing and validation need it. */
export interface Contract {
  /** Sorted so that of two operations matching the same path, the one with more literal parts comes first. */
  readonly operations: readonly Operation[];
  /** The whole description, for the references in its schemas. */
  readonly description: JsonSchema;
}

export function readContract(): Contract {
  return toContract(description);
}

/** Returns the contract without optional operations, parameters, members, alternatives and values. */
export function readDocumentedContract(): Contract {
  return toDocumentedContract(description);
}

const toContract = memoize((description: JsonSchema): Contract => {
  // Literal segments come first, so that `latest` is not read as the ID of a version.
  const operations = operationsOf(description).sort((a, b) => variableParts(a) - variableParts(b));
  return { operations, description };
});

const toDocumentedContract = memoize((description: JsonSchema) =>
  toContract(withoutOptional(description) as JsonSchema),
);

function withoutOptional(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(item => !isOptional(item)).map(withoutOptional);
  if (typeof value !== 'object' || value === null) return value;
  const required = Object.entries(value).filter(([, member]) => !isOptional(member));
  const optionalValues = 'x-optional-values' in value ? [value['x-optional-values']].flat() : [];
  const members = required.map(([name, member]): [string, unknown] => {
    const isValues = name === 'enum' && Array.isArray(member);
    return [name, withoutOptional(isValues ? member.filter(one => !optionalValues.includes(one)) : member)];
  });
  return Object.fromEntries(members);
}

function isOptional(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'x-optional' in value && value['x-optional'] === true;
}

function variableParts(operation: Operation): number {
  return operation.segments.filter(segment => segment.startsWith('{')).length;
}
