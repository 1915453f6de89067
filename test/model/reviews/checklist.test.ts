import assert from 'node:assert/strict';
import { checklist, type Facts, inWords, unmet } from '../../../src/model/reviews/checklist.ts';
import type { GivenVerdict } from '../../../src/model/reviews/verdicts.ts';

const ready = { status: 'open', subject: 'Lamps', outdated: false, comments: 0 } as const;
const verdict = (name: string, status: string, isOutdated = false): GivenVerdict => {
  return { user: name, name, status, isOutdated, revision: 'r', at: '2030-01-01' };
};
const pages = { looked: 2, all: 2, marked: [], broken: [] };

describe('the checklist before a merge', () => {
  const left = (facts: Partial<Facts>) => {
    return unmet(checklist({ changeRequest: ready, ...facts })).map(({ text, remedy }) => [remedy, text]);
  };

  it('has nothing left where all is in order', () => {
    const verdicts = [verdict('Ada', 'approved')];
    assert.deepEqual(
      left({ verdicts, asked: [verdict('Ada', '')], pages, rules: ['require_all_reviews_approved'] }),
      [],
    );
  });

  it('claims nothing of what is not known', () => {
    const { outdated: _, ...changeRequest } = ready;
    assert.deepEqual(checklist({ changeRequest: changeRequest as Facts['changeRequest'] }), [
      { text: 'It has a subject.', state: 'met' },
    ]);
  });

  for (const [what, facts, ...expected] of [
    ['a draft', { changeRequest: { ...ready, status: 'draft' } }, 'setStatus', /a draft/],
    ['no subject', { changeRequest: { ...ready, subject: '' } }, 'setSubject', /no subject/],
    ['an outdated one', { changeRequest: { ...ready, outdated: true } }, 'update', /It is outdated/],
    ['one comment', { changeRequest: { ...ready, comments: 1 } }, 'nextConversation', /^1 comment is still open\.$/],
    ['comments', { changeRequest: { ...ready, comments: 2 } }, 'nextConversation', /^2 comments are still open\.$/],
    [
      'a conflict',
      { conflict: { cause: 'update', pages: [{ id: 'a', title: 'Fog' }] } },
      'openChanges',
      /conflicted.*"Fog"/,
    ],
    [
      'marks of a conflict',
      { pages: { ...pages, marked: ['Fog'] } },
      'openChanges',
      /Marks of a conflict stand on "Fog"/,
    ],
    ['no review', { verdicts: [] }, 'requestReviewers', /^Nobody has reviewed it\.$/],
    [
      'a verdict against it',
      { verdicts: [verdict('Ada', 'changes-requested')] },
      'requestReviewers',
      /^Ada requested changes to it\.$/,
    ],
    [
      'a verdict on what was there before',
      { verdicts: [verdict('Ada', 'approved', true)] },
      'requestReviewers',
      /^Ada approved it, before its newest change\.$/,
    ],
    [
      'somebody who was asked',
      { verdicts: [verdict('Ada', 'approved')], asked: [verdict('Ada', ''), verdict('Ines', '')] },
      'requestReviewers',
      /^Ines was asked to review it, and has not\.$/,
    ],
    [
      'somebody who was asked, beside another of that name',
      { verdicts: [verdict('Ada', 'approved')], asked: [{ user: 'other', name: 'Ada' }] },
      'requestReviewers',
      /^Ada was asked to review it, and has not\.$/,
    ],
    [
      'the reader who was asked, who is not offered to remind themselves',
      { verdicts: [verdict('Ada', 'approved')], asked: [verdict('Ines', '')], user: 'Ines' },
      'finishReview',
      /^You were asked to review it, and have not\.$/,
    ],
    [
      'what the reader has decided',
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
    [
      'a rule of the service',
      { verdicts: [verdict('Ada', 'rejected', false)], rules: ['require_at_least_one_approved_review'] },
      'requestReviewers',
      /A rule of the service is not kept: somebody approves it\./,
    ],
  ] as const) {
    it(`names ${what}, and what to do`, () => {
      const [remedy, text] = expected;
      const found = left(facts as unknown as Partial<Facts>);
      const [line] = found.slice(-1);
      assert.equal(line?.[0], remedy, JSON.stringify(found));
      assert.match(line?.[1] ?? '', text);
    });
  }

  it('leaves a rule to the service that cannot be told here', () => {
    const said = left({ rules: ['only_on_mondays', 'require_at_least_one_review'] });
    assert.deepEqual(said, [
      [undefined, 'Whether this rule of the service is kept cannot be told here: "only_on_mondays".'],
      [undefined, 'Whether this rule of the service is kept cannot be told here: somebody reviews it.'],
    ]);
  });

  it('says first what is left', () => {
    const text = inWords(checklist({ changeRequest: { ...ready, outdated: true, comments: 1 } }));
    assert.match(text, /^It is outdated.*\n1 comment is still open\.\n\nIt has a subject\.$/);
  });
});
