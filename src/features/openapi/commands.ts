import * as vscode from 'vscode';
import { failedAs } from '../../api/errors.ts';
import { violation } from '../../api/limits.ts';
import { Failure, reasonOf } from '../../api/failure.ts';
import { chained, listed, type Page } from '../../api/listings.ts';
import type { Schema } from '../../api/routes.ts';
import type { App } from '../../app.ts';
import { type Commands, on } from '../../ui/command.ts';
import { withWrite } from '../../ui/progress.ts';
import { askText, type Choice, pick } from '../../ui/prompts.ts';
import type { Connection } from '../../model/session/connection.ts';
import type { InOrganization, Organization } from '../../model/organizations.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { pickOverOrganizations } from '../pick.ts';
import type { OpenApiResource, OpenApisResource } from './node.ts';

type Spec = Schema<'OpenApiSpec'>;
type Source = { url: string } | { text: string };

/** Where a description is pushed to: an organization, and in it a spec that may not exist yet. */
interface Target {
  connection: Connection;
  organization: string;
  spec?: Spec | undefined;
}

export const commands: Commands<App> = {
  'marginalia.openapi.push': on('push the OpenAPI spec', findTarget, push),
};

const createRoute = 'POST /orgs/{organizationId}/openapi';
const putRoute = 'PUT /orgs/{organizationId}/openapi/{specSlug}';
const readRoute = 'GET /orgs/{organizationId}/openapi/{specSlug}';

async function push(app: App, target: Target): Promise<void> {
  const source = await askSource(target);
  const slug = target.spec?.slug ?? (await askSlug(target));
  const spec = await withWrite(
    `Pushing OpenAPI spec "${slug}"`,
    async (signal, report) => {
      const sent = await send(target, slug, source, signal);
      report('The service is processing it');
      return processed(target, sent, signal);
    },
    () => stateOf(target, slug),
  );
  const error = spec.lastProcessErrorCode;
  if (error) throw new Failure(`The service took "${slug}", but could not process it: ${explain(error)}`);
  const message = `OpenAPI spec "${slug}" is processed and ready to use in pages.`;
  const link = spec.urls?.app;
  void vscode.window.showInformationMessage(message, ...(link ? ['Open in Browser'] : [])).then(choice => {
    if (choice && link) void vscode.env.openExternal(vscode.Uri.parse(link, true));
  });
  app.log.info(message);
}

/** A URL, or the text of the file in the editor where it can be one. */
async function askSource({ connection }: Target): Promise<Source> {
  const document = vscode.window.activeTextEditor?.document;
  const isDescription = document !== undefined && ['json', 'jsonc', 'yaml'].includes(document.languageId);
  if (!isDescription || connection.refusesSpecText) return askUrl();
  const name = vscode.workspace.asRelativePath(document.uri);
  const choices: Choice<'file' | 'url'>[] = [
    { label: '$(file) The file in the editor', description: name, value: 'file' },
    { label: '$(link) A URL', description: 'The service fetches it from there', value: 'url' },
  ];
  const prompt = { title: 'Push OpenAPI Spec', placeHolder: 'Where is the description?', empty: '' };
  return (await pick(prompt, choices)) === 'url' ? askUrl() : textOf(document);
}

async function textOf(document: vscode.TextDocument): Promise<Source> {
  const text = document.getText();
  const { openApiViolation } = await import('./validate.ts');
  const wrong = await openApiViolation(text);
  if (!wrong) return { text };
  const name = vscode.workspace.asRelativePath(document.uri);
  throw new Failure(`Could not push ${name}: it is not a valid OpenAPI description. ${wrong}. Nothing was sent.`);
}

async function askUrl(): Promise<Source> {
  const url = await askText({
    title: 'Push OpenAPI Spec',
    prompt: 'Address of the description; the service must be able to fetch it',
    placeHolder: 'https://example.com/openapi.yaml',
    violation: text => {
      const isWeb = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
      return isWeb ? violation(putRoute, 'source.url', text) : 'Enter a whole http or https address.';
    },
  });
  return { url };
}

function askSlug({ organization }: Target): Promise<string> {
  return askText({
    title: 'Push OpenAPI Spec',
    prompt: `Slug of the new spec in "${organization}": lower-case letters and digits, parted by hyphens`,
    placeHolder: 'parcel-api',
    violation: text => (text === '' ? 'Enter a slug.' : violation(createRoute, 'slug', text)),
  });
}

async function send(target: Target, slug: string, source: Source, signal: AbortSignal): Promise<Spec> {
  const { connection, organization: organizationId, spec } = target;
  try {
    if (!spec) return await connection.api.request(createRoute, { organizationId, body: { slug, source } }, { signal });
    return await connection.api.request(putRoute, { organizationId, specSlug: slug, body: { source } }, { signal });
  } catch (error) {
    const isRefusedText = 'text' in source && failedAs(error, 'invalid');
    if (!isRefusedText) throw error;
    connection.refusesSpecText = true;
    throw new Failure(
      `Could not push the file: this server refuses the text of a description. ${reasonOf(error)} ` +
        'Put the file where the service can fetch it, and push its URL.',
      { cause: error },
    );
  }
}

/** Whether the service has what was pushed, as far as can be told. */
async function stateOf({ connection, organization: organizationId, spec: before }: Target, slug: string) {
  try {
    const spec = await connection.api.request(readRoute, { organizationId, specSlug: slug });
    const isSame = before?.updatedAt === spec.updatedAt;
    return isSame ? 'The service has the version from before.' : 'The service has taken it.';
  } catch (error) {
    if (failedAs(error, 'notFound')) return 'The service has not taken it.';
    throw error;
  }
}

/** Asks until the service has processed what was sent. */
async function processed(
  { connection, organization: organizationId }: Target,
  sent: Spec,
  signal: AbortSignal,
): Promise<Spec> {
  let spec = sent;
  for (let wait = 200; isProcessing(spec); wait = Math.min(wait * 1.5, 5000)) {
    await pause(wait, signal);
    spec = await connection.api.request(readRoute, { organizationId, specSlug: sent.slug }, { signal });
  }
  return spec;
}

function isProcessing({ processingState }: Spec): boolean {
  return processingState === 'pending' || processingState === 'progress';
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new vscode.CancellationError());
    });
  });
}

const explanations: Record<string, string> = {
  FETCH_TIMEOUT: 'the source did not answer in time. Check that the service can reach it, and push again.',
  FETCH_ERROR: 'the source could not be fetched. Check the address and that it needs no sign-in.',
  PARSE_ERROR: 'it is not a valid OpenAPI description. Correct it and push again.',
};

function explain(code: string): string {
  return explanations[code] ?? `the service says ${code}.`;
}

async function findTarget(app: App, target: unknown): Promise<Target> {
  const resource = resourceOf<OpenApiResource>(target, 'openapi') ?? resourceOf<OpenApisResource>(target, 'openapis');
  if (resource) return resource;
  const connection = await app.session.require();
  const prompt = { title: 'Push OpenAPI Spec', placeHolder: 'New spec, or a new version of which?', empty: 'None' };
  const list = (organization: Organization, signal: AbortSignal) => newOrKnown(connection, organization, signal);
  return pickOverOrganizations(connection, prompt, list, found => choiceOf(connection, found));
}

/** The specs of an organization behind `undefined`, which stands for a new one. */
function newOrKnown(
  { api }: Connection,
  { id: organizationId }: Organization,
  signal: AbortSignal,
): AsyncIterable<Page<Spec | undefined>> {
  const known = api.list('GET /orgs/{organizationId}/openapi', { organizationId }, { signal });
  return chained<Spec | undefined>([listed([undefined]), known]);
}

function choiceOf(
  connection: Connection,
  { item: spec, organization: { id: organization, title } }: InOrganization<Spec | undefined>,
): Choice<Target> {
  if (!spec) return { label: '$(add) New spec', description: title, value: { connection, organization } };
  const detail = spec.sourceURL ?? 'pushed as a file';
  return { label: spec.slug, description: title, detail, value: { connection, organization, spec } };
}
