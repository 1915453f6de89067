import assert from 'node:assert/strict';
import ts from 'typescript';
import { modules } from './sources.ts';

/**
 * Members of the VS Code API that show text or open URLs, by the files that use them. These files escape text of
 * others.
 */
const places: Record<string, string[]> = {
  'src/ui/openAddress.ts': ['openExternal'],
  'src/ui/say.ts': ['showInformationMessage', 'showWarningMessage', 'showErrorMessage', 'setStatusBarMessage'],
  'src/ui/prompts.ts': ['showInputBox', 'createQuickPick', 'showOpenDialog', 'showSaveDialog'],
  'src/ui/textBox.ts': ['createInputBox'],
  'src/ui/tree/tree.ts': ['TreeItem', 'createTreeView'],
  // The first shows titles of commands.
  'src/ui/busyIndicator.ts, src/ui/progress.ts': ['ProgressLocation'],
  'src/features/comments/editorComment.ts, src/ui/hover.ts': ['MarkdownString'],
  // Runs only commands of the extension, which are listed where the hover is created.
  'src/ui/hover.ts': ['Hover'],
  // The property that tells if a workspace is trusted has the same name.
  'src/features/integrations/build.ts, src/ui/hover.ts': ['isTrusted'],
  // Shows the number of conversations, but no text of others.
  'src/features/comments/conversationDecorations.ts': ['createTextEditorDecorationType'],
  // Shows the kind of a resource from the table of nouns.
  'src/features/resources/savingCreates.ts': ['CodeLens'],
  // Show counts and numbers of change requests. The title of a page is escaped.
  'src/features/comments/pendingCount.ts, src/features/reviewList/waitingCount.ts, src/features/writing/pageStatus.ts':
    ['createStatusBarItem'],
  // A file that needs one of these must first escape the text of others that it shows. HTML for webviews is escaped
  // where it is rendered, and the title of a webview where it is set.
  'src/ui/webviewPage.ts': ['createWebviewPanel'],
  'no file': ['showQuickPick', 'supportHtml', 'supportThemeIcons'],
};

/** Matches functions that receive a sentence, or a part of one, for users. */
const speakers = /^(Failure|Notice|confirm|attempt|withProgress|withWrite|say\.\w+)$/;

describe('text of other users', () => {
  const sources = modules('src')
    .filter(({ path }) => !path.startsWith('src/sandbox/') && !path.endsWith('.d.ts'))
    .map(({ path, text }) => nodesOf(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)));

  for (const [place, members] of Object.entries(places)) {
    it(`is displayed in ${place} with ${members.join(', ')}`, () => {
      for (const member of members) {
        const users = sources.filter(nodes => nodes.some(node => ts.isIdentifier(node) && node.text === member));
        assert.equal(users.map(fileOf).sort().join(', ') || 'no file', place, member);
      }
    });
  }

  it('is escaped separately in messages of features, which would be escaped as a whole otherwise', () => {
    const sentences = sources
      .filter(nodes => fileOf(nodes).startsWith('src/features/'))
      .flat()
      .filter(isSentence);
    assert.ok(sentences.length > 20);
    assert.deepEqual(
      sentences.filter(isBare).map(node => `${node.getSourceFile().fileName}: ${node.getText()}`),
      [],
    );
  });
});

function nodesOf(node: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [node];
  ts.forEachChild(node, child => void nodes.push(...nodesOf(child)));
  return nodes;
}

function fileOf([file]: ts.Node[]): string {
  return file?.getSourceFile().fileName ?? '';
}

/** Returns true if the text contains values and is shown to users. */
function isSentence(node: ts.Node): boolean {
  if (!ts.isTemplateExpression(node)) return false;
  let whole: ts.Node = node;
  const isPart = ({ parent }: ts.Node) =>
    ts.isBinaryExpression(parent) || ts.isConditionalExpression(parent) || ts.isTaggedTemplateExpression(parent);
  while (isPart(whole)) whole = whole.parent;
  const call = whole.parent;
  return (ts.isCallExpression(call) || ts.isNewExpression(call)) && speakers.test(call.expression.getText());
}

function isBare({ parent }: ts.Node): boolean {
  return !(ts.isTaggedTemplateExpression(parent) && parent.tag.getText() === 'tEscaped');
}
