import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { descriptionUri } from '../../model/openapi.ts';
import type { OpenApiVersionResource } from './node.ts';

/** Opens the description of a version. It is fetched first: VS Code itself would only say that something unexpected happened. */
export async function openVersion(_: App, version: OpenApiVersionResource): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', await descriptionUri(version), { preview: true });
}
