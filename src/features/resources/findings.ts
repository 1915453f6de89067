import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { findJsonRange } from '../../api/jsonLocation.ts';
import { escapeLine } from '../../api/escape.ts';

/** A problem in a document, and the field that it concerns. */
export interface DocumentFinding {
  /** The property names and indexes that lead to the field; empty for the whole document. */
  path: readonly (string | number)[];
  message: string;
  /** Defaults to an error. */
  severity?: vscode.DiagnosticSeverity;
}

/** Thrown if a document cannot be saved because of its content. */
export class InvalidDocument extends Failure {
  readonly findings: readonly DocumentFinding[];

  constructor(message: string, findings: readonly DocumentFinding[], cause?: unknown) {
    super(message, { cause });
    this.findings = findings;
  }
}

/** Converts findings to diagnostics at the positions of their fields. */
export function diagnosticsOf(
  document: vscode.TextDocument,
  findings: readonly DocumentFinding[],
): vscode.Diagnostic[] {
  const text = document.getText();
  return findings.map(({ path, message, severity = vscode.DiagnosticSeverity.Error }) => {
    const { offset, length } = findJsonRange(text, path) ?? { offset: 0, length: 1 };
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    const diagnostic = new vscode.Diagnostic(range, escapeLine(message, 500), severity);
    diagnostic.source = 'Marginalia';
    return diagnostic;
  });
}
