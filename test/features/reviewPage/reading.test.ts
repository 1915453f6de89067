import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { setReading } from '../../../src/features/reviewPage/reading.ts';

const panel = () => ({}) as vscode.WebviewPanel;

describe('plain letters on review pages beside each other', () => {
  const { executeCommand } = vscode.commands;
  let told: unknown;

  beforeEach(() => {
    const stub = async (...given: unknown[]) => {
      if (given[0] === 'setContext' && given[1] === 'marginalia.isReadingReviewPage') told = given[2];
    };
    Object.assign(vscode.commands, { executeCommand: stub });
  });
  afterEach(() => {
    Object.assign(vscode.commands, { executeCommand });
  });

  it('are keys as long as one of them is read, in which order ever they tell of that', async () => {
    const [left, right] = [panel(), panel()];
    await setReading(left, true);
    assert.equal(told, true);
    await setReading(right, true);
    await setReading(left, false);
    assert.equal(told, true, 'the other one is read by now');
    await setReading(right, false);
    assert.equal(told, false);
    await setReading(right, false);
    assert.equal(told, false);
  });
});
