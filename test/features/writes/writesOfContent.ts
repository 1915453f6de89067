import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage, changeRequestUri, pagesOf, pageUri } from '../../host/support.ts';
import { commentWithText } from '../comments/screen.ts';
import type { Write } from './write.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const onChangeRequest = () => changeRequestUri(changeRequest.space, changeRequest.number);

/** Adds a page, and a comment that suggests other lines for it. */
async function suggest(sandbox: RunningSandbox): Promise<void> {
  const markdown = 'Drop the anchor.\n\nPay out the line.\n\nGo home.\n';
  const { uri } = addPage(sandbox, changeRequest, { title: 'Anchors', markdown });
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(2, 0, 2, 3) });
  await run('comment.suggest', []);
  const comment = commentWithText('Pay out the line.');
  comment.body = new vscode.MarkdownString('```suggestion\nPay out twice the line.\n```');
  await run('comment.send', [], comment);
}

/** Returns how often the page with the suggestion contains a text. */
function countOnPage(sandbox: RunningSandbox, text: string): number {
  const { documentId = '' } = pagesOf(sandbox, changeRequest).find(({ title }) => title === 'Anchors') ?? assert.fail();
  const { markdown } = sandbox.state.documents.get(documentId);
  return markdown.split(text).length - 1;
}

export const writesOfContent: readonly Write[] = [
  {
    command: 'changeRequest.importContent',
    run: ({ sandbox }) =>
      // This page of the sandbox is meant for a browser.
      run('changeRequest.importContent', ['A web page', `${sandbox.url}/app/imported`], onChangeRequest()),
    sends: /^POST .*\/content\/import$/,
    count: sandbox => pagesOf(sandbox, changeRequest).filter(({ title }) => title === 'This is a sandbox').length,
    done: /^(?:1 page or file is imported|Imported) into #8 ".*"/,
  },
  {
    command: 'comment.applySuggestion',
    prepare: suggest,
    run: async () => {
      const comment = await eventually(() => commentWithText('Pay out twice the line.'));
      return run('comment.applySuggestion', ['Apply'], comment);
    },
    sends: /^POST .*\/change-requests\/8\/content$/,
    count: sandbox => countOnPage(sandbox, 'Pay out twice the line.'),
    done: /^Applied the suggestion to "Anchors"\./,
    isOptional: true,
  },
  {
    command: 'page.proposeChange',
    target: () => pageUri(changeRequest.space, changeRequest.number, 'hardware/moorings/README.md'),
    answers: ['Better moorings'],
    sends: /^POST .*\/change-requests$/,
    count: ({ state }) => state.changeRequests.all().filter(({ subject }) => subject === 'Better moorings').length,
    done: /^#\d+ is created[.,]/,
    isLikeAnother: true,
  },
];
