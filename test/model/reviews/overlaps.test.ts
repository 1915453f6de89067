import assert from 'node:assert/strict';
import type { ChangeRequest } from '../../../src/model/content/changeRequests.ts';
import { describeOverlaps, type SharedPage } from '../../../src/model/reviews/overlaps.ts';

const overlap = (number: number, subject: string, ...pages: SharedPage[]) => ({
  changeRequest: { number, subject } as ChangeRequest,
  pages,
});
const page = (title: string, isSameBlock: boolean | undefined): SharedPage => ({ title, isSameBlock });

describe('change requests that change the same pages', () => {
  it('are named with the pages whose blocks both change', () => {
    const one = overlap(12, 'Subject', page('Glossary', true), page('Setup', true), page('Other', undefined));
    assert.deepEqual(describeOverlaps([one]), ['#12 "Subject" changes the same blocks of "Glossary" and "Setup".']);
  });

  it('are named with the pages whose blocks are unknown', () => {
    assert.deepEqual(describeOverlaps([overlap(12, '', page('Glossary', undefined))]), [
      '#12 also changes "Glossary".',
    ]);
  });

  it('are not named when they change other blocks', () => {
    assert.deepEqual(describeOverlaps([overlap(12, 'Subject', page('Glossary', false))]), []);
    assert.deepEqual(describeOverlaps([]), []);
  });

  it('are limited to three, and the rest is counted', () => {
    const all = [1, 2, 3, 4].map(number => overlap(number, 'Subject', page('Glossary', true)));
    assert.equal(describeOverlaps(all).at(-1), '1 more changes the same pages.');
    assert.equal(describeOverlaps([...all, ...all]).at(-1), '5 more change the same pages.');
  });

  it('are described in one escaped line', () => {
    const [sentence = ''] = describeOverlaps([overlap(12, 'a\n[b](command:c)', page('d\n$(e)', true))]);
    assert.doesNotMatch(sentence, /\n|\]\(|\$\(/);
  });
});
