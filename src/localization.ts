import { config } from '@vscode/l10n';
import * as vscode from 'vscode';

// extension.ts imports this before anything else, because tables of texts are translated when their module is loaded.
if (vscode.l10n.bundle) config({ contents: vscode.l10n.bundle });
