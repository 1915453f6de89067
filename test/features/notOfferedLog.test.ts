import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { ApiError } from '../../src/api/errors.ts';
import { Failure, UnsupportedOperation } from '../../src/api/failure.ts';
import { Failures } from '../../src/ui/failures.ts';

describe('the log', () => {
  const route = 'GET /spaces/{spaceId}/links';
  const kinds: [string, unknown, boolean][] = [
    ['an operation that the server does not offer', new ApiError('notOffered', 'Not offered.', { route }), false],
    ['a feature that the server does not offer', new UnsupportedOperation('This server does not tell that.'), false],
    [
      'a feature that the server does not offer, with its cause',
      new UnsupportedOperation('No.', { cause: new Error('x') }),
      false,
    ],
    ['a server that fails', new ApiError('serverFailed', 'It failed.', { route, status: 500 }), true],
    ['something else', new Failure('It failed.'), true],
  ];
  for (const [name, error, isError] of kinds) {
    it(`${isError ? 'has an error for' : 'has no error for'} ${name}`, () => {
      const lines: string[] = [];
      const level = (kind: string) => () => void lines.push(kind);
      const log = { error: level('error'), info: level('info') } as unknown as vscode.LogOutputChannel;
      new Failures(log, () => []).log('Could not read the links.', error);
      assert.equal(lines[0], isError ? 'error' : 'info');
      assert.equal(lines.includes('error'), isError);
    });
  }
});
