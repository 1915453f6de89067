import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { findJsonRange } from '../../api/jsonLocation.ts';
import { escapeLine } from '../../api/words.ts';

/** Something that is wrong with a document, and the field that it is wrong with. */
export interface Finding {
  /** Names and places in lists that lead to it; none where it is about all of the document. */
  path: readonly (string | number)[];
  message: string;
  /** How bad it is; an error where that is not said. */
  severity?: vscode.DiagnosticSeverity;
}

/** A document that is not taken as it is. */
export class InvalidDocument extends Failure {
  readonly findings: readonly Finding[];

  constructor(message: string, findings: readonly Finding[], cause?: unknown) {
    super(message, { cause });
    this.findings = findings;
  }
}

/** Findings where they are in a text, as Problems show them. */
export function diagnosticsOf(document: vscode.TextDocument, findings: readonly Finding[]): vscode.Diagnostic[] {
  const text = document.getText();
  return findings.map(({ path, message, severity = vscode.DiagnosticSeverity.Error }) => {
    const { offset, length } = findJsonRange(text, path) ?? { offset: 0, length: 1 };
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    const diagnostic = new vscode.Diagnostic(range, escapeLine(message, 500), severity);
    diagnostic.source = 'Marginalia';
    return diagnostic;
  });
}
