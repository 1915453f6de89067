import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { normalizeResource } from '../../api/normalize.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import {
  type SpecComparison,
  specVersionUri,
  specSummaryUri,
  specVersionTime,
  specVersionTitle,
} from '../../model/openapi.ts';
import { showDiff } from '../../ui/diff.ts';
import { withProgress } from '../../ui/progress.ts';
import { pickVersion } from './find.ts';
import type { OpenApiResource, OpenApiVersionResource } from './node.ts';

/**
 * Opens the description of a version. Fetches it first, because VS Code would report a failure only as an unexpected
 * error.
 */
export async function openVersion(_: App, version: OpenApiVersionResource): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', await specVersionUri(version), { preview: true });
}

/** Opens the newest version of a spec. Fetches it, because the row may be stale. */
export async function openLatest(app: App, { connection, organization, spec }: OpenApiResource): Promise<void> {
  const { slug } = spec;
  const route = 'GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest';
  const version = await connection.api.request(route, { organizationId: organization, specSlug: slug });
  await openVersion(app, {
    kind: 'openapiVersion',
    connection,
    organization,
    slug,
    version: normalizeResource(version),
  });
}

/** Compares two versions of a spec that the user picks. */
export async function compareVersions(_: App, spec: OpenApiResource): Promise<void> {
  const after = await pickVersion(spec, { placeHolder: t('Which version?'), isSuitable: () => true });
  const isOtherVersion = ({ id }: { id: string }) => id !== after.version.id;
  const placeHolder = tEscaped`Compare that of ${specVersionTime(after.version)} with which one?`;
  const before = await pickVersion(spec, { placeHolder, isSuitable: isOtherVersion });
  await compare(chronologically(before, after));
}

/** Orders two versions by creation time; as picked if a time is not known. */
function chronologically(before: OpenApiVersionResource, after: OpenApiVersionResource): SpecComparison {
  const isReversed = (before.version.createdAt ?? '') > (after.version.createdAt ?? '');
  return isReversed ? { before: after, after: before } : { before, after };
}

/** Compares a version with the one before it. */
export async function compareWithPrevious(_: App, after: OpenApiVersionResource): Promise<void> {
  const version = await withProgress(
    tEscaped`Looking for the version before that of ${specVersionTime(after.version)}`,
    signal => findPrevious(after, signal),
  );
  if (!version)
    throw new Failure(tEscaped`That of ${specVersionTime(after.version)} is the first version of "${after.slug}".`);
  await compare({ before: { ...after, version }, after });
}

/** Returns the version that was created before another one: the next in the list, which starts with the newest. */
async function findPrevious({ connection, organization, slug, version }: OpenApiVersionResource, signal: AbortSignal) {
  const route = 'GET /orgs/{organizationId}/openapi/{specSlug}/versions';
  const input = { organizationId: organization, specSlug: slug };
  let isNext = false;
  for await (const { items } of connection.api.list(route, input, { signal })) {
    for (const item of items) {
      if (isNext) return normalizeResource(item);
      isNext = item.id === version.id;
    }
  }
  return undefined;
}

/** Shows the diff of two versions, and beside it a summary of the changes for users of the API. */
async function compare({ before, after }: SpecComparison): Promise<void> {
  const [old, now, summary] = await withProgress(tEscaped`Comparing versions of ${after.slug}`, signal => {
    // The reads continue after a cancellation, because their results are cached.
    const aborted = new Promise<never>((_, reject) => signal.addEventListener('abort', reject));
    const read = Promise.all([specVersionUri(before), specVersionUri(after), specSummaryUri({ before, after })]);
    return Promise.race([read, aborted]);
  });
  await showDiff(old, now, tEscaped`${specVersionTitle(after)}, compared with ${specVersionTime(before.version)}`);
  const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true };
  await vscode.commands.executeCommand('vscode.openWith', summary, 'vscode.markdown.preview.editor', options);
}
