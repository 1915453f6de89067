import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { hoverWith } from '../../ui/hover.ts';
import type { BrokenLink } from './brokenLink.ts';

/** The actions for a finding, in Problems and in the hover of the link. */
const actions = [
  [t('Comment with This Finding'), 'marginalia.finding.comment'],
  [t('Suggest the Moved Page'), 'marginalia.finding.suggestPage'],
  [t('Open'), 'marginalia.finding.open'],
] as const;

/** Returns the actions for a finding. Suggesting a page makes no sense for a missing OpenAPI spec. */
function actionsFor({ problem }: BrokenLink) {
  return actions.filter(([, command]) => problem !== 'spec' || command !== 'marginalia.finding.suggestPage');
}

/** Looks up findings by their position. */
interface FindingLookup {
  on(document: vscode.Uri, range: vscode.Range): BrokenLink[];
}

/**
 * Registers the actions of findings. VS Code shows code actions of read-only documents only in Problems, so a hover
 * offers them in the text.
 */
export function registerActions(findings: FindingLookup, pages: vscode.DocumentFilter): vscode.Disposable {
  const { registerCodeActionsProvider, registerHoverProvider } = vscode.languages;
  return vscode.Disposable.from(
    registerCodeActionsProvider(pages, {
      provideCodeActions: ({ uri }, range, { diagnostics }) =>
        findings.on(uri, range).flatMap(finding => {
          const isMatch = ({ source, range }: vscode.Diagnostic) =>
            source === 'Marginalia' && range.isEqual(finding.range);
          return actionsFor(finding).map(([title, command]) => {
            const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
            action.diagnostics = diagnostics.filter(isMatch);
            action.command = { title, command, arguments: [finding] };
            return action;
          });
        }),
    }),
    registerHoverProvider(pages, {
      provideHover: ({ uri }, position) => {
        const [finding] = findings.on(uri, new vscode.Range(position, position));
        if (!finding) return undefined;
        const hoverActions = actionsFor(finding).filter(([, command]) => command !== 'marginalia.finding.open');
        const links = hoverActions.map(([label, command]) => ({ label, command, argument: finding.id }));
        return hoverWith(finding.range, links);
      },
    }),
  );
}
