import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import type { PageWriter } from '../../model/writing/pageWriter.ts';
import { providePageCompletions } from './completion.ts';
import { PageProblems } from './pageProblems.ts';
import { hoverOfSetting } from './settingsHelp.ts';
import { provideDocumentHighlights, provideFoldingRanges } from './tagPairs.ts';

const pages = { scheme, pattern: '**/*.md' };

/**
 * Registers help for writing pages: completion, hovers, diagnostics with quick fixes, and folding and highlighting of
 * custom blocks.
 */
export function registerWritingHelp(app: App, writer: PageWriter): vscode.Disposable {
  const { registerFoldingRangeProvider, registerDocumentHighlightProvider, registerHoverProvider } = vscode.languages;
  return vscode.Disposable.from(
    registerCompletion(app),
    new PageProblems(app, writer.editing.onDidChange),
    registerHoverProvider(pages, { provideHover: hoverOfSetting }),
    registerFoldingRangeProvider(pages, { provideFoldingRanges }),
    registerDocumentHighlightProvider(pages, { provideDocumentHighlights }),
  );
}

/** Registers completion. VS Code calls it at these characters and on request. */
function registerCompletion(app: App): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    pages,
    {
      provideCompletionItems: (document, position, token, context) =>
        providePageCompletions(app, document, position, token, context),
    },
    ...['[', '(', '#', '{', '%', '"', ' '],
  );
}
