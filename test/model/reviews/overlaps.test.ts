import assert from 'node:assert/strict';
import type { ChangeRequest } from '../../../src/model/content/changeRequests.ts';
import { describeOverlaps, type SharedPage } from '../../../src/model/reviews/overlaps.ts';

const overlap = (number: number, subject: string, ...pages: SharedPage[]) => ({
  changeRequest: { number, subject } as ChangeRequest,
  pages,
});
const page = (title: string, isSameBlock: boolean | undefined): SharedPage => ({ title, isSameBlock });

describe('change requests that change the same pages', () => {
  it('are named with the pages of which both change the same blocks', () => {
    const one = overlap(12, 'Subject', page('Glossary', true), page('Setup', true), page('Other', undefined));
    assert.deepEqual(describeOverlaps([one]), ['#12 "Subject" changes the same blocks of "Glossary" and "Setup".']);
  });

  it('are named with the pages of which the blocks are not known', () => {
    assert.deepEqual(describeOverlaps([overlap(12, '', page('Glossary', undefined))]), [
      '#12 also changes "Glossary".',
    ]);
  });

  it('are not named where they change other blocks', () => {
    assert.deepEqual(describeOverlaps([overlap(12, 'Subject', page('Glossary', false))]), []);
    assert.deepEqual(describeOverlaps([]), []);
  });

  it('are named up to three, and counted', () => {
    const all = [1, 2, 3, 4].map(number => overlap(number, 'Subject', page('Glossary', true)));
    assert.equal(describeOverlaps(all).at(-1), '1 more changes the same pages.');
    assert.equal(describeOverlaps([...all, ...all]).at(-1), '5 more change the same pages.');
  });

  it('are named in one line, whatever they are called', () => {
    const [sentence = ''] = describeOverlaps([overlap(12, 'a\n[b](command:c)', page('d\n$(e)', true))]);
    assert.doesNotMatch(sentence, /\n|\]\(|\$\(/);
  });
});
