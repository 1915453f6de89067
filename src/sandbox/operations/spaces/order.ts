import type { Schema } from '../../../api/routes.ts';
import type { Caller } from '../../caller.ts';
import { HttpError } from '../../errors.ts';
import { sortedBy } from '../../reply/paging.ts';
import type { CollectionRow, SpaceRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';

/** A space or a collection, which share one order within their collection. */
export type SpaceOrCollection =
  { readonly type: 'space'; readonly row: SpaceRow } | { readonly type: 'collection'; readonly row: CollectionRow };

/** The target of a move: a collection (undefined is the top level), and the neighbours in it. */
export interface SpaceDestination {
  readonly parent: string | undefined;
  readonly position?: Schema<'ContentPosition'> | undefined;
}

/** Moves a row after all other rows of its organization, and therefore to the end of every list. */
export function putLast(state: State, moved: SpaceOrCollection): void {
  const others = contentOf(state, moved);
  put(state, moved, positionAt(state, others, others.length));
}

/**
 * Moves a row beside the neighbours that a request names. Spaces and collections of an organization share one order, so
 * that the lists of a collection, of the top level and of everything agree.
 */
export function putBeside(caller: Caller, moved: SpaceOrCollection, { parent, position }: SpaceDestination): void {
  const { state } = caller;
  const others = contentOf(state, moved);
  const indexOf = (side: 'before' | 'after') => {
    const pointer = position?.[side];
    return pointer && neighbourIndex(others, pointer, { parent, field: `body.position.${side}` });
  };
  const [before, after] = [indexOf('before'), indexOf('after')];
  if (before !== undefined && after !== undefined && before <= after) {
    throw new HttpError(400, `body.position: what it should come before stands before what it should come after.`);
  }
  const index = before ?? (after === undefined ? others.length : after + 1);
  put(state, moved, positionAt(state, others, index));
}

function neighbourIndex(
  others: readonly SpaceOrCollection[],
  pointer: Schema<'ContentPointer'>,
  { parent, field }: { parent: string | undefined; field: string },
): number {
  const id = pointer.type === 'space' ? pointer.space : pointer.collection;
  const index = others.findIndex(({ type, row }) => type === pointer.type && row.id === id && row.parent === parent);
  if (index >= 0 && !isDeleted(others[index])) return index;
  throw new HttpError(400, `${field} is the ${pointer.type} '${id}', which is not where this is moved to.`);
}

function isDeleted(placed: SpaceOrCollection | undefined): boolean {
  return placed?.type === 'space' && placed.row.deletedAt !== undefined;
}

/** Returns all other spaces and collections of the organization, in order. */
function contentOf(state: State, { row: { id, organization } }: SpaceOrCollection): SpaceOrCollection[] {
  const all: SpaceOrCollection[] = [
    ...state.collections.by('organization', organization).map(row => ({ type: 'collection' as const, row })),
    ...state.spaces.by('organization', organization).map(row => ({ type: 'space' as const, row })),
  ];
  const others = all.filter(({ row }) => row.id !== id);
  return sortedBy(others, placed => [positionOf(state, placed), sequenceOf(state, placed)]);
}

/** Returns a position between those of the neighbours; renumbers everything if there is no number between them. */
function positionAt(state: State, others: readonly SpaceOrCollection[], index: number): number {
  const [previous, next] = [others[index - 1], others[index]];
  // Sequence numbers only grow, so later rows are placed after the end.
  const end = Math.max(0, ...others.map(placed => sequenceOf(state, placed))) + 1;
  const low = previous ? positionOf(state, previous) : (next ? positionOf(state, next) : end) - 1;
  const high = next ? positionOf(state, next) : end;
  const middle = (low + high) / 2;
  if (low < middle && middle < high) return middle;
  for (const [at, placed] of others.entries()) put(state, placed, at < index ? at : at + 1);
  return index;
}

function put(state: State, { type, row }: SpaceOrCollection, position: number): void {
  if (type === 'space') state.spaces.put({ ...row, position });
  else state.collections.put({ ...row, position });
}

function positionOf(state: State, placed: SpaceOrCollection): number {
  return placed.row.position ?? sequenceOf(state, placed);
}

function sequenceOf(state: State, { type, row }: SpaceOrCollection): number {
  return type === 'space' ? state.spaces.sequence(row.id) : state.collections.sequence(row.id);
}
