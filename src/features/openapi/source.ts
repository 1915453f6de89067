import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, reasonOf } from '../../api/failure.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import type { Connection } from '../../model/session/connection.ts';
import { withProgress } from '../../ui/progress.ts';
import { askFile, type Choice, pick } from '../../ui/prompts.ts';
import { askWebAddress } from '../picking/webAddress.ts';

/** The source of an OpenAPI description. */
export interface Source {
  /** The source as it is sent to the service. */
  sent: { url: string } | { text: string };
  /** Name in messages. */
  name: string;
  /** The file from which the description was read. */
  file?: vscode.Uri;
  /** Throws a Failure if the text is not a valid description. The result is cached. */
  check?: () => Promise<void>;
}

const title = t('Push OpenAPI Spec');

/** Asks for a URL or, if the server accepts text, a file: the one in the editor or another. */
export async function askSource({ refusesSpecText }: Connection): Promise<Source> {
  if (refusesSpecText) return askUrl();
  const document = vscode.window.activeTextEditor?.document;
  const isDescription = document !== undefined && ['json', 'jsonc', 'yaml'].includes(document.languageId);
  const choices: Choice<() => Promise<Source>>[] = [
    {
      label: t('A file'),
      iconPath: new vscode.ThemeIcon('folder-opened'),
      description: t('You choose it'),
      value: readFile,
    },
    {
      label: t('A URL'),
      iconPath: new vscode.ThemeIcon('link'),
      description: t('The service fetches it from there'),
      value: askUrl,
    },
  ];
  if (isDescription)
    choices.unshift({
      label: t('The file in the editor'),
      iconPath: new vscode.ThemeIcon('file'),
      description: nameOf(document.uri),
      value: () => textOf(document),
    });
  const askForSource = await pick({ title, placeHolder: t('Where is the description?'), empty: '' }, choices);
  return askForSource();
}

/** Reads a given file. Throws a Failure if the server does not accept the text of a description. */
export async function sourceOf({ refusesSpecText }: Connection, file: vscode.Uri): Promise<Source> {
  if (refusesSpecText) throw new Failure([tEscaped`Could not push ${nameOf(file)}:`, textRefused].join(' '));
  return read(file);
}

const textRefused = t(
  'this server refuses the text of a description. Put the file where the service can fetch it, and push its URL.',
);

async function readFile(): Promise<Source> {
  return read(await askFile(title, t('Push'), { [t('OpenAPI description')]: ['yaml', 'yml', 'json'] }));
}

async function read(file: vscode.Uri): Promise<Source> {
  let document: vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(file);
  } catch (cause) {
    throw new Failure([tEscaped`Could not read ${nameOf(file)}:`, reasonOf(cause)].join(' '), { cause });
  }
  return textOf(document);
}

/**
 * Longer text takes seconds to check, so it is checked after all prompts: a late prompt would take the focus from what
 * the user types meanwhile.
 */
const maxLengthCheckedFirst = 500_000;

async function textOf(document: vscode.TextDocument): Promise<Source> {
  const text = document.getText();
  const { version } = document;
  const check = () => checkText(document, version, text);
  if (text.length <= maxLengthCheckedFirst) await check();
  return { sent: { text }, name: nameOf(document.uri), file: document.uri, check };
}

const tooLarge = t('checking it takes more memory than VS Code has. Nothing was sent. Push its URL instead.');

async function checkText(document: vscode.TextDocument, version: number, text: string): Promise<void> {
  const name = nameOf(document.uri);
  const cached = violations.get(document);
  const violation =
    cached?.version === version
      ? cached.violation
      : await withProgress(tEscaped`Checking ${name}`, async signal => {
          const { openApiViolationInThread } = await import('../../api/openapi/validateInThread.ts');
          return openApiViolationInThread(text, signal, vscode.l10n.bundle).catch((cause: unknown) => {
            if ((cause as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw cause;
            throw new Failure([tEscaped`Could not push ${name}:`, tooLarge].join(' '), { cause });
          });
        });
  violations.set(document, { version, violation });
  if (violation)
    throw new Failure(
      [
        tEscaped`Could not push ${name}: it is not a valid OpenAPI description.`,
        escapeLine(violation, 300),
        t('Nothing was sent.'),
      ].join(' '),
    );
}

/** Cached results of checks, so that going back to an earlier prompt does not check the text again. */
const violations = new WeakMap<vscode.TextDocument, { version: number; violation: string | undefined }>();

function nameOf(file: vscode.Uri): string {
  return vscode.workspace.asRelativePath(file);
}

async function askUrl(): Promise<Source> {
  const url = await askWebAddress({
    title,
    prompt: t('Address of the description; the service must be able to fetch it'),
    placeHolder: 'https://example.com/openapi.yaml',
    field: ['PUT /orgs/{organizationId}/openapi/{specSlug}', 'source.url'],
  });
  return { sent: { url }, name: url };
}
