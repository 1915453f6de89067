import { failedAs } from '../../api/errors.ts';
import { attempt } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import type { Connection } from '../../model/session/connection.ts';
import { NotDone, withWrite } from '../../ui/progress.ts';
import { confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { findManifest, type Integration, readIntegration } from './manifest.ts';

/** Publishes what a folder of the workspace describes: an integration, or a new version of it. */
export async function publish({ session }: App, target: unknown): Promise<void> {
  const connection = await session.require();
  const integration = await readIntegration(await findManifest(target));
  const { name, body } = integration;
  const before = await versionOf(connection, name);
  const title = words`"${body.title}"`;
  await confirm(
    before === undefined ? words`Publish ${title}?` : words`Publish a new version of ${title}?`,
    [
      audienceOf(integration),
      before === undefined ? '' : `Version ${before} is published now; whoever has installed it gets the new one.`,
      words`It is published as "${name}" for "${body.organization}", by "${connection.label}".`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    'Publish',
  );
  const published = await withWrite(
    words`Publishing ${title}`,
    signal =>
      attempt(words`publish ${title}`, () =>
        connection.api.request(route, { integrationName: name, body }, { signal }),
      ),
    async () => {
      const now = await versionOf(connection, name);
      return now === before ? new NotDone('It is not published.') : `Version ${now ?? 1} is published.`;
    },
  );
  say.info(words`Version ${published?.version ?? (before ?? 0) + 1} of ${title} is published.`);
}

const route = 'POST /integrations/{integrationName}';

/** The version that is published now; undefined where there is none. */
async function versionOf({ api }: Connection, integrationName: string): Promise<number | undefined> {
  try {
    const read = 'GET /integrations/{integrationName}';
    return (await api.request(read, { integrationName }, { isFresh: true })).version;
  } catch (error) {
    if (failedAs(error, 'notFound')) return undefined;
    throw error;
  }
}

const audiences = new Map(
  Object.entries({
    public: 'Everybody will find it, and can install it.',
    unlisted: 'Whoever has its address can install it.',
    private: 'Its organization alone can install it.',
  }),
);

function audienceOf({ body: { visibility } }: Integration): string {
  return (
    (visibility && audiences.get(visibility)) ?? 'The service decides who can see it, as its manifest does not say.'
  );
}
