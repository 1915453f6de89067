import { t } from '@vscode/l10n';
import { isApiError } from '../../api/errors.ts';
import { attempt } from '../../api/failure.ts';
import type { RequestResult } from '../../api/routes.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { Connection } from '../../model/session/connection.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { askAction } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { readScript, type Script } from './build.ts';
import { findManifest, readIntegration, type IntegrationManifest } from './manifest.ts';

/** Publishes an integration of the workspace, or a new version of it. */
export async function publishIntegration({ session }: App, target: unknown): Promise<void> {
  const connection = await session.require();
  const unbuilt = await readIntegration(await findManifest(target));
  const { name } = unbuilt;
  const script = await readScript(unbuilt);
  const before = await fetchPublished(connection, name);
  const version = (before?.version ?? 0) + 1;
  const title = tEscaped`"${unbuilt.title}"`;
  const visibility = await askVisibility(unbuilt, before, [
    before
      ? tEscaped`Version: ${version}. Version ${before.version} is published now; whoever has installed it gets the new one.`
      : t`Version: ${version}. It is the first.`,
    unbuilt.body.target === undefined
      ? t('Target: decided by the service, as its manifest does not say.')
      : tEscaped`Target: ${unbuilt.body.target}.`,
    scriptLine(unbuilt, script),
    tEscaped`It is published as "${name}" for "${unbuilt.body.organization}", by "${connection.label}".`,
  ]);
  // esbuild writes an ECMAScript module, which needs runtime v2.
  const runtime = unbuilt.body.runtime ?? (script.builtWith === 'esbuild' ? 'v2' : undefined);
  const body = { ...unbuilt.body, ...(runtime && { runtime }), visibility, script: script.text };
  const published = await runWriteWithProgress(
    tEscaped`Publishing ${title}`,
    signal =>
      attempt(tEscaped`publish ${title}`, () =>
        connection.api.request(route, { integrationName: name, body }, { signal }),
      ),
    async () => {
      const now = (await fetchPublished(connection, name))?.version;
      return now === before?.version
        ? new WriteNotDone(t('It is not published.'))
        : t`Version ${now ?? 1} is published.`;
    },
  );
  say.info(tEscaped`Version ${published?.version ?? version} of ${title} is published.`);
}

const route = 'POST /integrations/{integrationName}';

type Published = RequestResult<'GET /integrations/{integrationName}'>;
type Visibility = NonNullable<IntegrationManifest['body']['visibility']>;

/** Returns the published integration; undefined if there is none. */
async function fetchPublished({ api }: Connection, integrationName: string): Promise<Published | undefined> {
  try {
    const read = 'GET /integrations/{integrationName}';
    return await api.request(read, { integrationName }, { isFresh: true });
  } catch (error) {
    if (isApiError(error, 'notFound')) return undefined;
    throw error;
  }
}

/** Asks for a confirmation. Publishing to everybody for the first time has a button of its own. */
async function askVisibility(
  { title, body }: IntegrationManifest,
  before: Published | undefined,
  lines: readonly string[],
): Promise<Visibility> {
  const visibility = body.visibility ?? (before?.visibility as Visibility | undefined) ?? 'private';
  const isFirstTimePublic = visibility === 'public' && before?.visibility !== 'public';
  const privately = t('Publish Privately');
  const actions = isFirstTimePublic ? [privately, t('Publish to Everybody')] : [t('Publish')];
  const visibilityText = isFirstTimePublic
    ? t('Visibility: its manifest says public.')
    : tEscaped`Visibility: ${visibility}.`;
  const action = await askAction(
    before === undefined ? tEscaped`Publish "${title}"?` : tEscaped`Publish a new version of "${title}"?`,
    [[visibilityText, audiences.get(visibility) ?? ''].join(' '), ...lines].join('\n\n'),
    ...actions,
  );
  return action === privately ? 'private' : visibility;
}

function scriptLine({ script }: IntegrationManifest, { text, builtWith }: Script): string {
  const size = Buffer.byteLength(text);
  return builtWith === undefined
    ? tEscaped`Script: ${script}, ${size} bytes.`
    : tEscaped`Script: built from ${script} with ${builtWith}, ${size} bytes.`;
}

const audiences: ReadonlyMap<string, string> = new Map(
  Object.entries({
    public: t('Everybody will find it, and can install it.'),
    unlisted: t('Whoever has its address can install it.'),
    private: t('Its organization alone can install it.'),
  }),
);
