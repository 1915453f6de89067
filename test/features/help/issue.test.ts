import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors.ts';
import { Failure } from '../../../src/api/failure.ts';
import { issueBody } from '../../../src/features/help/issue.ts';
import { stageOfParts } from '../../host/stage.ts';

const secret = 'secret-plan';

describe('the text of a new issue', () => {
  const on = stageOfParts();
  const bodyOf = () => issueBody(on.app, '1.2.3');

  it('contains the versions, the kind of the server and the latest errors', () => {
    const { app } = on;
    const route = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';
    app.failures.log('Could not merge.', new ApiError('serverFailed', 'Broken', { route, status: 502 }));
    app.failures.log('Could not draw.', new TypeError('x is undefined'));
    const body = bodyOf();
    assert.ok(body.includes('- Marginalia 1.2.3, VS Code '), body);
    assert.match(body, /^- Server: sandbox$/m);
    assert.ok(body.includes(`Z ${route} serverFailed 502\n`), body);
    // The positions in the code can be decoded with `npm run trace`.
    assert.match(body, /Z TypeError < [\w-]+\.c?js:\d+:\d+/);
  });

  it('contains nothing about a server, people or this computer', () => {
    const { app } = on;
    const download = `https://files.example.com/${secret}.pdf`;
    app.failures.log(
      `Could not open "${secret}".`,
      new ApiError('notFound', secret, { route: download, body: secret }),
    );
    const withPath = Object.assign(new Error(`ENOENT: /home/${secret}/a.md`), { code: 'ENOENT' });
    app.failures.log(secret, withPath);
    app.failures.log(secret, new Failure(`Could not save "${secret}".`, { cause: new Error(secret) }));
    app.failures.log(secret, new Failure(`Could not save "${secret}".`));
    app.failures.log(secret, Object.assign(new Error(secret), { name: `${secret} at https://example.com` }));
    app.failures.log(secret, secret);
    const body = bodyOf();
    for (const word of [secret, 'example.com', '127.0.0.1', '/home', on.sandbox.token, process.cwd()]) {
      assert.ok(!body.includes(word), `${word} is in:\n${body}`);
    }
    assert.match(body, /Z download notFound\n/);
    assert.match(body, /Z Error ENOENT < /);
  });

  it('contains at most the ten latest errors', () => {
    const { app } = on;
    for (let number = 1; number <= 12; number++) {
      app.failures.log('Broken.', Object.assign(new Error(), { code: `E${number}` }));
    }
    const codes = [...bodyOf().matchAll(/ Error (E\d+)/g)].map(([, code]) => code);
    assert.deepEqual([codes.length, codes[0], codes.at(-1)], [10, 'E3', 'E12']);
  });
});
