import assert from 'node:assert/strict';
import { checklist, type MergeFacts, describeChecks, unmetChecks } from '../../../src/model/reviews/checklist.ts';
import type { MergeRule } from '../../../src/model/reviews/rules.ts';
import type { ReviewerVerdict } from '../../../src/model/reviews/verdicts.ts';

const ready = { status: 'open', subject: 'Lamps', outdated: false, comments: 0 } as const;
const verdict = (name: string, status: string, isOutdated = false): ReviewerVerdict => {
  return { user: name, name, status, isOutdated, revision: 'r', at: '2030-01-01' };
};
const rule = (kind: string, others: Partial<MergeRule> = {}): MergeRule => ({ kind, people: [], ...others });
const pages = { looked: 2, all: 2, marked: [], broken: [] };

describe('the checklist before a merge', () => {
  const remaining = (facts: Partial<MergeFacts>) => {
    return unmetChecks(checklist({ changeRequest: ready, ...facts })).map(({ text, remedy }) => [remedy, text]);
  };

  it('has no open item when everything is in order', () => {
    const verdicts = [verdict('Ada', 'approved')];
    assert.deepEqual(
      remaining({ verdicts, asked: [verdict('Ada', '')], pages, rules: [rule('require_all_reviews_approved')] }),
      [],
    );
  });

  it('contains nothing about unknown facts', () => {
    const { outdated: _, ...changeRequest } = ready;
    assert.deepEqual(checklist({ changeRequest: changeRequest as MergeFacts['changeRequest'] }), [
      { text: 'It has a subject.', state: 'met' },
    ]);
  });

  for (const [what, facts, ...expected] of [
    ['a draft', { changeRequest: { ...ready, status: 'draft' } }, 'setStatus', /a draft/],
    ['no subject', { changeRequest: { ...ready, subject: '' } }, 'setSubject', /no subject/],
    ['an outdated change request', { changeRequest: { ...ready, outdated: true } }, 'update', /It is outdated/],
    [
      'one open comment',
      { changeRequest: { ...ready, comments: 1 } },
      'nextConversation',
      /^1 comment is still open\.$/,
    ],
    ['comments', { changeRequest: { ...ready, comments: 2 } }, 'nextConversation', /^2 comments are still open\.$/],
    [
      'a conflict',
      { conflict: { cause: 'update', pages: [{ id: 'a', title: 'Fog' }] } },
      'openChanges',
      /left conflicts.*"Fog"/,
    ],
    ['conflict markers', { pages: { ...pages, marked: ['Fog'] } }, 'openChanges', /Marks of a conflict stand on "Fog"/],
    ['no review', { verdicts: [] }, 'requestReviewers', /^Nobody has reviewed it\.$/],
    [
      'requested changes',
      { verdicts: [verdict('Ada', 'changes-requested')] },
      'requestReviewers',
      /^Ada requested changes to it\.$/,
    ],
    [
      'an approval of an earlier revision',
      { verdicts: [verdict('Ada', 'approved', true)] },
      'requestReviewers',
      /^Ada approved it, before its newest change\.$/,
    ],
    [
      'a reviewer who has not reviewed',
      { verdicts: [verdict('Ada', 'approved')], asked: [verdict('Ada', ''), verdict('Ines', '')] },
      'requestReviewers',
      /^Ines was asked to review it, and has not\.$/,
    ],
    [
      'a reviewer with the name of another reviewer',
      { verdicts: [verdict('Ada', 'approved')], asked: [{ user: 'other', name: 'Ada' }] },
      'requestReviewers',
      /^Ada was asked to review it, and has not\.$/,
    ],
    [
      'the current user as a reviewer who has not reviewed',
      { verdicts: [verdict('Ada', 'approved')], asked: [verdict('Ines', '')], user: 'Ines' },
      'finishReview',
      /^You were asked to review it, and have not\.$/,
    ],
    [
      'changes requested by the current user',
      { verdicts: [verdict('Ada', 'changes-requested')], user: 'Ada' },
      'finishReview',
      /^You requested changes to it\.$/,
    ],
    [
      'broken links',
      { pages: { ...pages, all: 90, broken: ['Fog', 'Mist'] } },
      'findBrokenLinks',
      /^Links on "Fog" and "Mist" lead nowhere, as far as the first 2 of 90 tell\.$/,
    ],
  ] as const) {
    it(`names ${what}, and what to do`, () => {
      const [remedy, text] = expected;
      const lines = remaining(facts as unknown as Partial<MergeFacts>);
      const [line] = lines.slice(-1);
      assert.equal(line?.[0], remedy, JSON.stringify(lines));
      assert.match(line?.[1] ?? '', text);
    });
  }

  describe('of the merge rules', () => {
    const ada = { user: 'Ada', name: 'Ada' };
    const ben = { user: 'Ben', name: 'Ben' };
    const author = { ...ready, createdBy: { id: 'Ada', displayName: 'Ada' } } as unknown as MergeFacts['changeRequest'];
    /** Returns the last line of the checklist, which is the line of the rule. */
    const line = (kind: string, facts: Partial<MergeFacts> = {}, others: Partial<MergeRule> = {}) => {
      const last = checklist({ changeRequest: ready, ...facts, rules: [rule(kind, others)] }).at(-1);
      return [last?.state, last?.remedy, last?.text];
    };

    const approvals = [verdict('Ada', 'approved')];
    const refusal = [...approvals, verdict('Ben', 'changes-requested')];
    const people = [ada, ben];
    const described = { object: 'document', nodes: [{ object: 'text', leaves: [{ text: 'Why' }] }] };
    const withDescription = { ...ready, description: described } as unknown as MergeFacts['changeRequest'];
    /** Returns a change request of a server with descriptions. */
    const toldAs = (description: unknown) =>
      ({ ...ready, space: 'manual', description }) as unknown as MergeFacts['changeRequest'];
    const noDescription = ['unmet', 'editDescription', 'Merge rule not met: a description.'];
    const { outdated: _, ...untold } = ready;
    const unchecked = (what: string) => [
      'unknown',
      'openInBrowser',
      `Merge rule not checked: ${what}. Only the service can check it.`,
    ];
    const met = (what: string) => ['met', undefined, `Merge rule met: ${what}.`];
    const unmetRule = (what: string, remedy?: string) => ['unmet', remedy, `Merge rule not met: ${what}`];

    for (const [kind, facts, others, expected] of [
      [
        'require_specific_reviewers',
        { verdicts: refusal },
        { people },
        unmetRule('approval from Ada and Ben. Waiting for Ben.', 'requestReviewers'),
      ],
      [
        'require_specific_reviewers',
        { verdicts: approvals, user: 'Ben' },
        { people },
        unmetRule('approval from Ada and you. Waiting for you.', 'finishReview'),
      ],
      ['require_specific_reviewers', { verdicts: approvals }, { people: [ada] }, met('approval from Ada')],
      ['require_specific_reviewers', {}, { people: [ada] }, unchecked('approval from Ada')],
      [
        'require_one_of_specific_reviewers',
        { verdicts: [] },
        { people },
        unmetRule('approval from Ada or Ben.', 'requestReviewers'),
      ],
      ['require_one_of_specific_reviewers', { verdicts: refusal }, { people }, met('approval from Ada or Ben')],
      ['require_one_of_specific_reviewers', {}, { people }, unchecked('approval from Ada or Ben')],
      ['require_at_least_one_review', { verdicts: [] }, {}, unmetRule('at least one review.', 'requestReviewers')],
      ['require_at_least_one_review', { verdicts: refusal }, {}, met('at least one review')],
      ['require_at_least_one_review', {}, {}, unchecked('at least one review')],
      [
        'require_at_least_one_approved_review',
        { verdicts: [verdict('Ben', 'changes-requested')] },
        {},
        unmetRule('at least one approval.', 'requestReviewers'),
      ],
      ['require_at_least_one_approved_review', { verdicts: refusal }, {}, met('at least one approval')],
      [
        'require_all_reviews_approved',
        { verdicts: refusal },
        {},
        unmetRule('approval from everyone who reviewed it. Waiting for Ben.', 'requestReviewers'),
      ],
      ['require_at_least_one_approved_review', {}, {}, unchecked('at least one approval')],
      ['require_all_reviews_approved', {}, {}, unchecked('approval from everyone who reviewed it')],
      ['require_agent_review', { verdicts: approvals }, {}, unchecked("a review by the service's AI agent")],
      [
        'require_up_to_date_change_request',
        { changeRequest: { ...ready, outdated: true } },
        {},
        unmetRule('up to date with the main content.', 'update'),
      ],
      [
        'require_up_to_date_change_request',
        { changeRequest: untold as MergeFacts['changeRequest'] },
        {},
        unchecked('up to date with the main content'),
      ],
      [
        'require_change_request_subject',
        { changeRequest: { ...ready, subject: '' } },
        {},
        unmetRule('a subject.', 'setSubject'),
      ],
      ['require_change_request_description', {}, {}, unchecked('a description')],
      ['require_change_request_description', { changeRequest: withDescription }, {}, met('a description')],
      ['require_change_request_description', { changeRequest: toldAs(null) }, {}, noDescription],
      ['require_change_request_description', { changeRequest: toldAs(undefined) }, {}, noDescription],
      [
        'require_change_request_description',
        { changeRequest: toldAs({ object: 'document', nodes: [] }) },
        {},
        noDescription,
      ],
      [
        'require_author_to_merge',
        { changeRequest: author, user: 'Ben' },
        {},
        unmetRule('merged by its author, Ada.', 'copyLink'),
      ],
      ['require_author_to_merge', { changeRequest: author, user: 'Ada' }, {}, met('merged by its author, Ada')],
      ['require_author_to_merge', { changeRequest: author }, {}, unchecked('merged by its author, Ada')],
      ['custom', {}, { condition: 'Ask Legal.' }, unchecked('"Ask Legal"')],
      ['custom', {}, { condition: 'Ask Legal. Twice!' }, unchecked('"Ask Legal. Twice!"')],
      ['only_on_mondays', {}, {}, unchecked('"only_on_mondays"')],
    ] as const satisfies readonly (readonly [string, Partial<MergeFacts>, Partial<MergeRule>, unknown])[]) {
      const [state] = expected;
      it(`has ${kind} as ${String(state)}, with ${JSON.stringify(Object.keys(facts))}`, () => {
        assert.deepEqual(line(kind, facts, others), expected);
      });
    }

    it('names the users who can bypass the rules', () => {
      assert.deepEqual(line('allow_bypass', { user: 'Cleo' }, { people }), [
        'met',
        undefined,
        'Ada and Ben can bypass the merge rules.',
      ]);
      assert.deepEqual(line('allow_bypass', { user: 'Ada' }, { people }), [
        'met',
        undefined,
        'You and Ben can bypass the merge rules.',
      ]);
    });
  });

  it('lists the open items first', () => {
    const text = describeChecks(checklist({ changeRequest: { ...ready, outdated: true, comments: 1 } }));
    assert.match(text, /^It is outdated.*\n1 comment is still open\.\n\nIt has a subject\.$/);
  });
});
