import assert from 'node:assert/strict';
import { hasContent } from '../../../src/markdown/document.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { ChangeRequestRow } from '../../../src/sandbox/store/rows.ts';
import { changeRequestUri, noDescription } from '../../host/support.ts';
import { times, type Write } from './write.ts';

const space = 'heron-manual';
const number = 8;
const onChangeRequest = () => changeRequestUri(space, number);

function changeRequest({ state }: RunningSandbox) {
  return state.changeRequests.all().find(row => row.space === space && row.number === number) ?? assert.fail();
}

function setStatus(sandbox: RunningSandbox, status: 'archived' | 'draft'): void {
  sandbox.state.changeRequests.put({ ...changeRequest(sandbox), status });
}

function isDescribed({ subject, description }: ChangeRequestRow): boolean {
  return subject === 'Better moorings' && hasContent(description?.nodes);
}

/** Merges another change request into the main content. */
function outdate(sandbox: RunningSandbox): void {
  const { state } = sandbox;
  const other = state.changeRequests
    .all()
    .find(row => row.space === space && row.revision !== changeRequest(sandbox).revision);
  state.spaces.put({ ...state.spaces.get(space), revision: other?.revision ?? assert.fail() });
}

export const writesOfChangeRequests: readonly Write[] = [
  {
    command: 'changeRequest.merge',
    target: onChangeRequest,
    answers: ['Merge'],
    sends: /^POST .*\/merge$/,
    count: sandbox => times(changeRequest(sandbox).status === 'merged'),
    done: /^#8 ".*" is merged/,
  },
  {
    command: 'changeRequest.update',
    target: onChangeRequest,
    answers: ['Update'],
    prepare: outdate,
    sends: /^POST .*\/update$/,
    count: sandbox => times(changeRequest(sandbox).revisionMergedAncestor === sandbox.state.spaces.get(space).revision),
    done: /^#8 ".*" (?:is updated|now holds the latest)/,
  },
  {
    command: 'changeRequest.create',
    answers: ['Heron manual', 'Better moorings', ...noDescription],
    sends: /^POST .*\/change-requests$/,
    count: ({ state }) => state.changeRequests.all().filter(({ subject }) => subject === 'Better moorings').length,
    done: /^#\d+ is created$/,
  },
  {
    command: 'changeRequest.create',
    variant: 'with a description',
    isOptional: true,
    answers: ['Heron manual', 'Better moorings', 'Lines chafe.'],
    sends: /^PATCH .*\/change-requests\/\d+$/,
    count: ({ state }) => state.changeRequests.all().filter(isDescribed).length,
    done: /^#\d+ is created$/,
  },
  {
    command: 'changeRequest.setSubject',
    target: onChangeRequest,
    answers: ['Better moorings'],
    sends: /^PATCH .*\/change-requests\/8$/,
    count: sandbox => times(changeRequest(sandbox).subject === 'Better moorings'),
    done: /^Subject of #8 changed$/,
  },
  {
    command: 'changeRequest.archive',
    target: onChangeRequest,
    answers: ['Archive'],
    sends: /^PATCH .*\/change-requests\/8$/,
    count: sandbox => times(changeRequest(sandbox).status === 'archived'),
    done: /^#8 ".*" is archived\.$/,
  },
  {
    command: 'changeRequest.reopen',
    target: onChangeRequest,
    prepare: sandbox => setStatus(sandbox, 'archived'),
    answers: ['Reopen'],
    sends: /^PATCH .*\/change-requests\/8$/,
    count: sandbox => times(changeRequest(sandbox).status === 'open'),
    done: /^#8 ".*" is open again\.$/,
  },
  {
    command: 'changeRequest.setStatus',
    target: onChangeRequest,
    prepare: sandbox => setStatus(sandbox, 'draft'),
    answers: ['Open'],
    sends: /^PATCH .*\/change-requests\/8$/,
    count: sandbox => times(changeRequest(sandbox).status === 'open'),
    done: /^#8 ".*" is now open$/,
  },
  {
    command: 'changeRequest.requestReviewers',
    target: onChangeRequest,
    answers: [['Amara Okonkwo'], ...noDescription],
    prepare: ({ state }) =>
      state.requestedReviewers.all().forEach(({ id }) => void state.requestedReviewers.delete(id)),
    sends: /^POST .*\/requested-reviewers$/,
    count: ({ state }) => state.requestedReviewers.all().filter(({ user }) => user === 'amara').length,
    done: /^Asked Amara Okonkwo to review #8\.$/,
  },
  {
    command: 'changeRequest.requestReviewers',
    variant: 'with a description',
    isOptional: true,
    target: onChangeRequest,
    answers: [['Amara Okonkwo'], 'Lines chafe.'],
    prepare: ({ state }) =>
      state.requestedReviewers.all().forEach(({ id }) => void state.requestedReviewers.delete(id)),
    sends: /^POST .*\/requested-reviewers$/,
    count: sandbox => times(hasContent(changeRequest(sandbox).description?.nodes)),
    done: /^Asked Amara Okonkwo to review #8\.$/,
  },
];
