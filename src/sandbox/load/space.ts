import { createChangeRequest } from '../operations/changeRequests/changeRequests.ts';
import { applyFileChanges, checkOut, mergeCheckouts, findCheckoutPages } from '../gitSync/checkout.ts';
import type { Checkout } from '../gitSync/checkout.ts';
import { checkoutContent } from '../gitSync/checkoutContent.ts';
import { mergeChangeRequest } from '../operations/changeRequests/merging.ts';
import { keyOfQuote } from '../content/quotes.ts';
import { pageIndex } from '../content/pages.ts';
import { requestReviewer } from '../operations/reviews/reviewers.ts';
import { putReview } from '../operations/reviews/reviews.ts';
import { putRevision } from '../content/revisions.ts';
import type { ChangeRequestRow, CommentRow, Reaction, RevisionRow, SpaceRow } from '../store/rows.ts';
import type { Folder } from '../gitSync/folder.ts';
import { describeSpace } from './description.ts';
import type { CommentDescription, ReplyDescription, SpaceDescription } from './description.ts';
import { firstRevisionId, stableId } from '../gitSync/stableId.ts';
import type { State } from '../store/state.ts';

/** The fields of a space other than its content. */
type NewSpace = Omit<SpaceRow, 'revision' | 'createdAt' | 'updatedAt'>;

interface Loading {
  readonly state: State;
  readonly space: string;
  /** The ID of the user for events without one. */
  readonly author: string;
  readonly warnings: string[];
  /** The files of the main content at the current time of the replay. */
  main: Checkout;
}

/** Loads a space: its content, then its events in order of time. `warnings` are sentences about omitted parts. */
export function loadSpace(state: State, space: NewSpace, { folder, author }: { folder: Folder; author: string }) {
  const description = describeSpace(folder);
  const { warnings } = description;
  const loading: Loading = { state, space: space.id, author, warnings, main: checkOut(space.id, description) };
  const at = startOf(state, description);
  const { content, warnings: contentWarnings } = checkoutContent(state, {
    space: space.id,
    organization: space.organization,
    origin: space.id,
    checkout: loading.main,
    at,
  });
  warnings.push(...contentWarnings);
  const revision = putRevision(state, {
    ...content,
    id: firstRevisionId(space.id),
    otherFiles: [...findCheckoutPages(loading.main).others],
    space: space.id,
    parents: [],
    type: 'edits',
    createdAt: at,
    createdBy: author,
  });
  state.spaces.put({ ...space, revision: revision.id, createdAt: at, updatedAt: at });

  const events = [
    ...description.comments.map((comment, index) => commentEvent(loading, comment, index)),
    ...description.changeRequests.flatMap(changeRequest => changeRequestEvents(loading, changeRequest)),
  ];
  for (const event of events.sort((a, b) => compare(a.at, b.at))) event.replay();
  return { warnings };
}

interface Event {
  at: string;
  replay: () => void;
}

/** Returns a time one day before the first event. */
function startOf(state: State, { changeRequests, comments }: SpaceDescription): string {
  const described = [
    ...comments.map(({ at }) => at),
    ...changeRequests.map(({ description }) => description.createdAt),
  ];
  if (described.length === 0) return state.now();
  return new Date(Math.min(...described.map(time => Date.parse(time))) - 24 * 60 * 60 * 1000).toISOString();
}

function changeRequestEvents(loading: Loading, described: SpaceDescription['changeRequests'][number]): Event[] {
  const { state, space, author } = loading;
  const { description, comments, files: proposed } = described;
  const { number, createdAt, reviews = [], reviewers = [], status } = description;
  const id = stableId(space, 'change request', number);
  const by = userOf(loading, description.createdBy);
  const start = timeOf(createdAt);
  let files: { base: Checkout; changed: Checkout } | undefined;
  const current = () => state.changeRequests.get(id);
  const create = () => {
    files = openChangeRequest(loading, { id, by, at: start, description, proposed });
    for (const user of reviewers) requestReviewer(state, current(), userOf(loading, user), { by, at: start });
  };
  const merge = (at: string) => {
    mergeChangeRequest(state, current(), { by: author, at, id: stableId(id, 'merge') });
    if (files) loading.main = mergeCheckouts(loading.main, files.base, files.changed);
  };
  const mergedAt = timeOf(description.mergedAt ?? description.updatedAt ?? createdAt);
  const place = () => ({ changeRequest: current(), checkout: files?.changed ?? loading.main });
  return [
    { at: start, replay: create },
    ...reviews.map(({ by: reviewer, at, status: verdict, markdown }, index) => ({
      at: later(timeOf(at), start),
      replay: () => {
        const review = { id: stableId(id, 'review', index), status: verdict, markdown };
        putReview(state, current(), { ...review, by: userOf(loading, reviewer), at: timeOf(at) });
      },
    })),
    ...comments.map((comment, index) => commentEvent(loading, comment, index, { id, start, place })),
    ...(status === 'merged' ? [{ at: later(mergedAt, start), replay: () => merge(mergedAt) }] : []),
  ];
}

interface Opening {
  id: string;
  by: string;
  at: string;
  description: SpaceDescription['changeRequests'][number]['description'];
  /** The new versions of files. */
  proposed: SpaceDescription['changeRequests'][number]['files'];
}

function openChangeRequest(loading: Loading, { id, by, at, description, proposed }: Opening) {
  const { state, main: base } = loading;
  const space = state.spaces.get(loading.space);
  const { number, subject, updatedAt, files } = description;
  const status = description.status === 'merged' || description.status === undefined ? 'open' : description.status;
  const changeRequest = createChangeRequest(state, space, { id, number, status, subject, by, at });
  const fileOf = (path: string) => {
    const read = proposed.get(path);
    if (!read) loading.warnings.push(`#${number}: there is no proposed version of '${path}'.`);
    return read;
  };
  const changed = applyFileChanges(base, files, { fileOf, origin: [id] });
  const previous = { checkout: base, content: state.revisions.get(space.revision) };
  const { content, warnings } = checkoutContent(state, {
    space: space.id,
    organization: space.organization,
    origin: id,
    checkout: changed,
    at,
    previous,
  });
  loading.warnings.push(...warnings.map(warning => `#${number}: ${warning}`));
  const revision = putRevision(state, {
    ...content,
    id: stableId(id, 'revision'),
    space: space.id,
    parents: [space.revision],
    type: 'edits',
    createdAt: at,
    createdBy: by,
  });
  const last = timeOf(updatedAt ?? at);
  state.changeRequests.put({ ...changeRequest, revision: revision.id, updatedAt: last });
  return { base, changed };
}

interface ChangeRequestPlace {
  id: string;
  start: string;
  place: () => { changeRequest: ChangeRequestRow; checkout: Checkout };
}

function commentEvent(
  loading: Loading,
  described: CommentDescription,
  index: number,
  target?: ChangeRequestPlace,
): Event {
  const { state, space } = loading;
  const at = timeOf(described.at);
  const id = stableId(target?.id ?? space, 'comment', index);
  const replay = () => {
    const { changeRequest, checkout } = target?.place() ?? { changeRequest: undefined, checkout: loading.main };
    const revision = state.revisions.get(changeRequest?.revision ?? state.spaces.get(space).revision);
    state.comments.put({
      id,
      space,
      revision: revision.id,
      ...(changeRequest && { changeRequest: changeRequest.id }),
      ...targetOf(loading, described, { revision, checkout }),
      ...replyFields(loading, described),
      ...statusOf(loading, described),
    });
    for (const [number, reply] of (described.replies ?? []).entries()) {
      state.commentReplies.put({ id: stableId(id, 'reply', number), comment: id, ...replyFields(loading, reply) });
    }
  };
  return { at: target ? later(at, target.start) : at, replay };
}

/** Returns the page and the node that a comment is attached to. */
function targetOf(
  { state, warnings }: Loading,
  { page: source, quote }: CommentDescription,
  { revision, checkout }: { revision: RevisionRow; checkout: Checkout },
): Pick<CommentRow, 'page' | 'node'> {
  if (source === undefined) return {};
  const page = pageIndex(revision).byId.get(findCheckoutPages(checkout).sources.get(source)?.id ?? '')?.page;
  if (page?.documentId === undefined) {
    warnings.push(`A comment was put on everything: there is no page '${source}'.`);
    return {};
  }
  if (quote === undefined) return { page: page.id };
  return { page: page.id, node: quotedNode(state, page.documentId, quote) };
}

/**
 * Returns the node that contains the quote. The node is found lazily, because parsing Markdown takes most of the
 * start-up time.
 */
function quotedNode(state: State, documentId: string, quote: string): NonNullable<CommentRow['node']> {
  let key: string | undefined;
  return {
    get id() {
      // Without a matching node, the comment counts as one whose node was deleted and shows the quote.
      return (key ??= keyOfQuote(state, state.documents.get(documentId), quote) ?? stableId(documentId, quote));
    },
    preview: quote,
  };
}

function replyFields(loading: Loading, { by, at, markdown, editedAt, reactions = {} }: ReplyDescription) {
  const reactedAt = timeOf(at);
  const reactionRows = Object.entries(reactions).map(([emoji, users]): Reaction => {
    return { emoji, users: users.map(user => ({ user: userOf(loading, user), reactedAt })) };
  });
  const edited = editedAt === undefined ? {} : { editedAt: timeOf(editedAt) };
  return { postedBy: userOf(loading, by), postedAt: timeOf(at), ...edited, markdown, reactions: reactionRows };
}

function statusOf(
  loading: Loading,
  { resolved }: CommentDescription,
): Pick<CommentRow, 'status' | 'resolvedAt' | 'resolvedBy'> {
  if (!resolved) return { status: 'open' };
  return { status: 'resolved', resolvedAt: timeOf(resolved.at), resolvedBy: userOf(loading, resolved.by) };
}

function userOf({ state, author }: Loading, id: string | undefined): string {
  return id !== undefined && state.users.has(id) ? id : author;
}

/** Normalizes a time to the format of the service. */
function timeOf(time: string): string {
  return new Date(time).toISOString();
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
