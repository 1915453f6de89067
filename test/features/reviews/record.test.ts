import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ReviewRecord } from '../../../src/model/reviews/record.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { stage } from '../../host/stage.ts';
import { addPage, changeRequestUri, documentedOnly, itWithOptional } from '../../host/support.ts';

const space = 'heron-manual';
const number = 8;
const changeRequest = { space, number };

describe('the record of a review', () => {
  let answers: Answers;
  afterEach(() => answers.restore());
  const set = stage();
  const run = (command: string) =>
    vscode.commands.executeCommand(`marginalia.review.${command}`, changeRequestUri(space, number));

  it('contains verdicts, viewed pages and comments, as escaped text', async () => {
    const page = addPage(set.sandbox, changeRequest, { title: 'Page *with* [marks](command:x)', markdown: 'Text.' });
    const { state } = set.sandbox;
    const row = state.changeRequests.all().find(one => one.space === space && one.number === number) ?? assert.fail();
    const [user] = state.users.all();
    const comment = { id: 'said', space, changeRequest: row.id, revision: row.revision, postedBy: user?.id ?? '' };
    const markdown = '# Not a heading\n\nof the record\r\r# Nor this';
    state.comments.put({
      ...{ ...comment, page: page.id, markdown, reactions: [] },
      ...{ postedAt: '2030-01-01T00:00:00.000Z', status: 'resolved', resolvedAt: '2030-01-02T00:00:00.000Z' },
    });
    state.keepWrites();
    answers = answerPrompts();
    await run('copyRecord');
    const text = await vscode.env.clipboard.readText();
    assert.equal(answers.transcript.at(-1), 'Review record of #8 copied');
    assert.match(text, /^# Review of #8 /);
    assert.ok(text.includes(`- **Revision:** ${row.revision}\n`), text);
    assert.match(text, /\n### Page \\\*with\\\* \\\[marks\\\]\u2060?\(command:x\) \(resolved\)\n/);
    assert.ok(text.includes(`**${user?.displayName}**, `));
    assert.ok(text.includes('\n> # Not a heading\n>\n> of the record\n>\n> # Nor this\n'));
    if (documentedOnly) return assert.match(text, /This server has no reviews\.[^]*does not tell what is changed/);
    assert.match(text, /\n## Changes: \d+ of \d+ viewed\n/);
    const isReviewed = set.sandbox.state.reviews.all().some(review => review.changeRequest === row.id);
    assert.equal(text.includes('Nobody has reviewed it.'), !isReviewed);
    assert.match(text, /\n- \[ \] Page \\\*with\\\* \\\[marks\\\]\u2060?\(command:x\) \(added, page-/);
  });

  itWithOptional('covers all changes, even while the changes since a revision are listed', async () => {
    for (const title of ['Added before', 'Added since']) {
      addPage(set.sandbox, changeRequest, { title, markdown: 'Text.' });
    }
    const changed = async () => {
      await run('copyRecord');
      return (await vscode.env.clipboard.readText()).match(/^- \[.\] .*/gm);
    };
    const newest = (rows: readonly unknown[]) => (rows[0] as vscode.QuickPickItem).label;
    answers = answerPrompts('A revision...', newest);
    const all = await changed();
    assert.ok(
      all?.some(line => line.includes('Added before')),
      all?.join(),
    );
    await vscode.commands.executeCommand('marginalia.changeRequest.compareSince', changeRequestUri(space, number));
    assert.match(answers.transcript.at(-1) ?? '', /^#8: what has changed since/);
    assert.deepEqual(await changed(), all);
  });

  it('can be saved as JSON, with every reply', async () => {
    const file = vscode.Uri.file(join(tmpdir(), `${randomUUID()}.json`));
    answers = answerPrompts(file);
    await run('saveRecord');
    assert.match(answers.transcript.at(-1) ?? '', /^The review record of #8 is saved\.$/);
    const record = JSON.parse(String(await vscode.workspace.fs.readFile(file))) as ReviewRecord;
    await vscode.workspace.fs.delete(file);
    const { comments, commentReplies } = set.sandbox.state;
    const id = set.sandbox.state.changeRequests.all().find(one => one.space === space && one.number === number)?.id;
    const first = comments.all().filter(one => one.changeRequest === id);
    const replies = commentReplies.all().filter(({ comment }) => first.some(({ id }) => id === comment));
    assert.equal(record.changeRequest.number, number);
    assert.equal(record.conversations.length, first.length);
    assert.equal(record.conversations.flatMap(one => one.replies).length, replies.length);
    assert.equal(record.verdicts === undefined, documentedOnly);
  });

  it('reports when nothing could be read, and when it cannot be written', async () => {
    set.server.fail({ kind: 'status', status: 403 }, /\/comments$/);
    answers = answerPrompts();
    await run('copyRecord');
    assert.match(answers.transcript.join('|'), /^Could not copy the review record: /);
    answers.restore();
    await set.server.recover();
    answers = answerPrompts(vscode.Uri.file(join(tmpdir(), randomUUID(), '\0', 'record.md')));
    await run('saveRecord');
    assert.match(answers.transcript.at(-1) ?? '', /^Could not write the record: .* Choose another place\./);
  });
});
