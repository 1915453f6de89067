import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isApiError } from '../../api/errors.ts';
import { limitViolation } from '../../api/limits.ts';
import { Failure, isCancellation, reasonOf } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import { concatLists, singlePage, type ListPage, filterItems } from '../../api/listings.ts';
import type { RequestResult, Schema } from '../../api/routes.ts';
import type { App } from '../../app.ts';
import { type Commands, commandOn } from '../../ui/command.ts';
import { openAddress } from '../../ui/openAddress.ts';
import { WriteNotDone, type WriteOutcome, runWriteWithProgress } from '../../ui/progress.ts';
import { askAction, askText, type Choice } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { BackError } from '../../ui/wizard.ts';
import { scheme } from '../../model/content/address.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import type { InOrganization, Organization } from '../../model/organizations.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { pickOverOrganizations } from '../picking/pick.ts';
import { deletableSpecs, deleteSpec } from './delete.ts';
import { findReadableSpec, findSpec, findVersion } from './find.ts';
import { canCreateSpec, canEdit, type OpenApiResource, type OpenApisResource } from './node.ts';
import { isPushedFromHere, recordPush, pushedFile } from './pushes.ts';
import { askSource, type Source, sourceOf } from './source.ts';
import { suggestSlug } from './slug.ts';
import { compareVersions, compareWithPrevious, openLatest, openVersion } from './versions.ts';

type Spec = Schema<'OpenApiSpec'>;

/** The organization that a description is pushed to, and the spec, which may not exist yet. */
interface Target {
  connection: Connection;
  organization: string;
  /** Name of the organization, for the prompt that names a new spec. */
  organizationTitle?: string;
  spec?: Spec | undefined;
}

export const commands: Commands<App> = {
  'marginalia.openapi.push': { action: t('push the OpenAPI spec'), run: push },
  'marginalia.openapi.openVersion': commandOn(t('open the version'), findVersion, openVersion),
  'marginalia.openapi.openLatest': commandOn(t('open the version'), findReadableSpec, openLatest),
  'marginalia.openapi.compareVersions': commandOn(t('compare the versions'), findReadableSpec, compareVersions),
  'marginalia.openapi.compareWithPrevious': commandOn(t('compare the versions'), findVersion, compareWithPrevious),
  'marginalia.openapi.delete': commandOn(
    t('delete the OpenAPI spec'),
    (app: App, target) => findSpec(app, target, deletableSpecs),
    deleteSpec,
  ),
};

const createRoute = 'POST /orgs/{organizationId}/openapi';
const putRoute = 'PUT /orgs/{organizationId}/openapi/{specSlug}';
const readRoute = 'GET /orgs/{organizationId}/openapi/{specSlug}';

/**
 * Pushes an OpenAPI description to the spec of a row, or to a spec that the user picks. `commandTarget` may also be the
 * file to push.
 */
async function push(app: App, commandTarget: unknown): Promise<void> {
  const file = commandTarget instanceof vscode.Uri && commandTarget.scheme !== scheme ? commandTarget : undefined;
  const fileSource = file && (await sourceOf(await app.session.require(), file));
  const target = await withCurrentSpec(await findTarget(app, commandTarget));
  const source = fileSource ?? (await askSource(target.connection));
  const slug = target.spec?.slug ?? (await askSlug(target, source));
  const pushTarget = target.spec ? target : { ...target, spec: await findExisting(target, slug) };
  const address = addressOf(pushTarget, slug);
  if (pushTarget.spec && !target.spec) await confirmSlugInUse(pushTarget.spec, source);
  else if (pushTarget.spec && !isPushedFromHere(app.context, address, pushTarget.spec, source))
    await confirmReplacing(pushTarget.spec, source);
  await source.check?.();
  const spec = await runWriteWithProgress(
    tEscaped`Pushing OpenAPI spec "${slug}"`,
    async (signal, report) => {
      const sent = await send(pushTarget, slug, source, signal);
      report(t('The service is processing it'));
      try {
        const done = await waitUntilProcessed(pushTarget, slug, sent, signal);
        if (source.file) await recordPush(app.context, address, done, source);
        return done;
      } finally {
        app.session.announceChange(pushTarget.connection, address);
      }
    },
    () => stateOf(pushTarget, slug),
  );
  const error = spec.lastProcessErrorCode;
  if (error) throw new Failure(tEscaped`The service took "${slug}", but could not process it: ${explainError(error)}`);
  const message = tEscaped`OpenAPI spec "${slug}" is processed and ready to use in pages.`;
  const link = spec.urls?.app;
  say.info(message, ...(link ? [{ label: t('Open in Browser'), run: () => openAddress(link) }] : []));
  app.log.info(`OpenAPI spec "${slug}" is processed and ready to use in pages.`);
}

function addressOf({ connection, organization: organizationId }: Target, specSlug: string) {
  const path = '/orgs/{organizationId}/openapi/{specSlug}';
  return resourceAddress(connection, path, { organizationId, specSlug });
}

/** Fetches the spec again, because the row may be stale. */
async function withCurrentSpec(target: Target): Promise<Target> {
  const { connection, organization: organizationId, spec } = target;
  if (!spec) return target;
  const input = { organizationId, specSlug: spec.slug };
  return { ...target, spec: await connection.api.request(readRoute, input) };
}

/** Asks for a confirmation before replacing a spec that was last pushed from another source. */
async function confirmReplacing({ slug, sourceURL }: Spec, { name }: Source): Promise<void> {
  const detail = [
    sourceURL === undefined
      ? t('It was last pushed as a file, and not this one from this computer.')
      : tEscaped`It was last pushed from ${sourceURL}.`,
    tEscaped`Every page that uses it will show ${name} from then on.`,
  ].join(' ');
  await askAction(tEscaped`Replace OpenAPI spec "${slug}"?`, detail, t('Replace'));
}

/** Asks for a confirmation before replacing a spec whose slug was entered for a new one. */
async function confirmSlugInUse({ slug }: Spec, { name }: Source): Promise<void> {
  const detail = [
    t('The organization already has a spec with this slug.'),
    tEscaped`Every page that uses it will show ${name} from then on.`,
  ].join(' ');
  const back = t('Back');
  const answer = await askAction(tEscaped`Replace OpenAPI spec "${slug}"?`, detail, t('Replace'), back);
  if (answer === back) throw new BackError();
}

/** Returns the existing spec with a slug that was entered for a new one; undefined if there is none. */
async function findExisting({ connection, organization: organizationId }: Target, specSlug: string) {
  try {
    return await connection.api.request(readRoute, { organizationId, specSlug });
  } catch (error) {
    if (isApiError(error, 'notFound')) return undefined;
    throw error;
  }
}

function askSlug({ organization, organizationTitle = organization }: Target, source: Source): Promise<string> {
  return askText({
    title: t('Push OpenAPI Spec'),
    prompt: tEscaped`Slug of the new spec in "${organizationTitle}": lowercase letters, digits and hyphens`,
    value: suggestSlug(source),
    placeHolder: 'parcel-api',
    violation: text => (text === '' ? t('Enter a slug.') : limitViolation(createRoute, 'slug', text)),
  });
}

async function send(
  target: Target,
  slug: string,
  { sent }: Source,
  signal: AbortSignal,
): Promise<RequestResult<typeof putRoute>> {
  const { connection, organization: organizationId, spec } = target;
  try {
    if (!spec)
      return await connection.api.request(createRoute, { organizationId, body: { slug, source: sent } }, { signal });
    const input = { organizationId, specSlug: slug, body: { source: sent } };
    return await connection.api.request(putRoute, input, { signal });
  } catch (error) {
    const isRefusedText = 'text' in sent && isApiError(error, 'invalid');
    if (!isRefusedText) throw error;
    connection.refusesSpecText = true;
    throw new Failure(
      [
        t('Could not push the file: this server refuses the text of a description.'),
        reasonOf(error),
        t('Put the file where the service can fetch it, and push its URL.'),
      ].join(' '),
      { cause: error },
    );
  }
}

/** Looks up whether the service has a new version after the reply was lost. */
async function stateOf(
  { connection, organization: organizationId, spec: before }: Target,
  slug: string,
): Promise<WriteOutcome> {
  try {
    const spec = await connection.api.request(readRoute, { organizationId, specSlug: slug });
    const isSame = before?.updatedAt === spec.updatedAt;
    return isSame ? new WriteNotDone(t('The service has the version from before.')) : t('The service has taken it.');
  } catch (error) {
    if (isApiError(error, 'notFound')) return new WriteNotDone(t('The service has not taken it.'));
    throw error;
  }
}

/** Polls until the service has processed a push. `reply` is its response to the push, which may lack the state. */
async function waitUntilProcessed(
  { connection, organization: organizationId }: Target,
  slug: string,
  reply: RequestResult<typeof putRoute>,
  signal: AbortSignal,
): Promise<Spec> {
  const read = () => connection.api.request(readRoute, { organizationId, specSlug: slug }, { signal });
  try {
    let spec = reply?.processingState === undefined ? await read() : (reply as Spec);
    for (let wait = 200; isProcessing(spec); wait = Math.min(wait * 1.5, 5000)) {
      await delay(wait, signal);
      spec = await read();
    }
    return spec;
  } catch (cause) {
    if (isCancellation(cause) || isApiError(cause, 'signedOut')) throw cause;
    const sentence = tEscaped`The service took "${slug}". What it made of it could not be read:`;
    throw new Failure([sentence, reasonOf(cause)].join(' '), { cause });
  }
}

function isProcessing({ processingState }: Spec): boolean {
  return processingState === 'pending' || processingState === 'progress';
}

async function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new vscode.CancellationError());
    });
  });
}

const explanations: ReadonlyMap<string, string> = new Map(
  Object.entries({
    FETCH_TIMEOUT: t('the source did not answer in time. Check that the service can reach it, and push again.'),
    FETCH_ERROR: t('the source could not be fetched. Check the address and that it needs no sign-in.'),
    PARSE_ERROR: t('it is not a valid OpenAPI description. Correct it and push again.'),
  }),
);

function explainError(code: string): string {
  return explanations.get(code) ?? tEscaped`the service says ${code}.`;
}

async function findTarget(app: App, target: unknown): Promise<Target> {
  const resource = resourceOf<OpenApiResource>(target, 'openapi') ?? resourceOf<OpenApisResource>(target, 'openapis');
  if (resource) return resource;
  const connection = await app.session.require();
  const prompt = {
    title: t('Push OpenAPI Spec'),
    placeHolder: t('New spec, or a new version of which?'),
    empty: t('There are none that you may push.'),
  };
  const list = (organization: Organization, signal: AbortSignal) =>
    newAndExistingSpecs(connection, organization, signal);
  return pickOverOrganizations(connection, prompt, list, entry => choiceOf(app, connection, entry));
}

/** Lists the specs of an organization after `undefined`, which stands for a new one. */
function newAndExistingSpecs(
  { api }: Connection,
  organization: Organization,
  signal: AbortSignal,
): AsyncIterable<ListPage<Spec | undefined>> {
  const known = api.list('GET /orgs/{organizationId}/openapi', { organizationId: organization.id }, { signal });
  return concatLists<Spec | undefined>([
    singlePage(canCreateSpec(organization) ? [undefined] : []),
    filterItems(known, canEdit),
  ]);
}

function choiceOf(
  app: App,
  connection: Connection,
  { item: spec, organization: { id: organization, title } }: InOrganization<Spec | undefined>,
): Choice<Target> {
  const iconPath = new vscode.ThemeIcon('add');
  const value = { connection, organization, organizationTitle: title };
  if (!spec) return { label: t('New spec'), iconPath, description: title, value };
  const file = pushedFile(app.context, addressOf({ connection, organization }, spec.slug), spec);
  const pushed = file ? t`pushed as a file: ${vscode.workspace.asRelativePath(file)}` : t('pushed as a file');
  const detail = spec.sourceURL ?? pushed;
  return { label: spec.slug, description: title, detail, value: { ...value, spec } };
}
