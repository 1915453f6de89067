import { setTimeout as delay } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ApiError, isApiError } from '../../api/errors.ts';
import { attempt, Failure } from '../../api/failure.ts';
import { isId } from '../../api/normalize.ts';
import type { RequestResult, RequestInput, Schema } from '../../api/routes.ts';
import { hasVisibleText, tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { overviewUri } from '../../model/content/address.ts';
import {
  type ChangeRequest,
  type ChangeRequestPlace,
  addressOfContent,
  changeRequestName,
  describeStatus,
  parametersOf,
} from '../../model/content/changeRequests.ts';
import { FailureWithActions } from '../../ui/failures.ts';
import { openAddress } from '../../ui/openAddress.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { askWebAddress } from '../picking/webAddress.ts';

const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content/import';

/** Newer servers import only websites, and report progress. */
const importsRoute = 'POST /org/{organizationId}/imports';
const runPath = '/org/{organizationId}/imports/{importRunId}';

/** An import is no longer followed after this many consecutive replies that fail or have an unknown status. */
const maxUnknownReplies = 5;

/** Cancellation and progress of an import. */
interface ImportProgress {
  signal: AbortSignal;
  report: (message: string) => void;
}

type Kind = RequestInput<typeof route>['body']['source'];
type Result = RequestResult<typeof route>;

/** Asks for a source and has the service import it into a change request. */
export async function importContent({ content, session }: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await content.changeRequests.fetch(place);
  const { status, revision } = changeRequest;
  const name = changeRequestName(changeRequest);
  if (status === 'merged' || status === 'archived')
    throw new Failure(tEscaped`Could not import into ${name}: it is ${describeStatus(status)}.`);
  const title = tEscaped`Import into ${name}`;
  const choices = Object.entries(kinds).map(([kind, { label, detail }]) => ({ label, detail, value: kind as Kind }));
  const source = await pick<Kind>({ title, placeHolder: t('Select what to import'), empty: '' }, choices);
  const { example, urlPrompt } = kinds[source];
  const prompt = [urlPrompt, t('The service must be able to open it without signing in.')].join(' ');
  const url = await askWebAddress({ title, prompt, placeHolder: example, field: [route, 'url'] });
  const result = await runWriteWithProgress(
    tEscaped`Importing into ${name} from ${new URL(url).host}`,
    async (signal, report) => {
      try {
        return await send(place, changeRequest, { url, source }, { signal, report });
      } finally {
        // The route of an import on a newer server does not name the change request, so the write does not announce it.
        session.announceChange(place.connection, addressOfContent(place));
      }
    },
    async () => {
      const isSame = (await content.changeRequests.fetch(place)).revision === revision;
      return isSame
        ? new WriteNotDone(t('Nothing is imported yet.'))
        : t('The content of the change request has changed: check what was imported.');
    },
  );
  const { number, space, connection } = place;
  const uri = overviewUri({ connection: connection.id, space, changeRequest: number });
  const open = () => vscode.commands.executeCommand('marginalia.changeRequest.openChanges', uri);
  const { sentence, isWhole } = resultOf(result, name, url);
  (isWhole ? say.info : say.warn)(sentence, { label: t('Open Changes'), run: open });
}

async function send(
  place: ChangeRequestPlace,
  changeRequest: ChangeRequest,
  body: RequestInput<typeof route>['body'],
  progress: ImportProgress,
): Promise<Result> {
  const { signal } = progress;
  const { api } = place.connection;
  const name = changeRequestName(changeRequest);
  const input = { ...parametersOf(place), body };
  const sendImport = async () => {
    try {
      return await api.optional(route, input, { signal });
    } catch (error) {
      if (!isApiError(error, 'notOffered') || body.source !== 'website') throw error;
      return importWebsite(place, changeRequest, body.url, progress);
    }
  };
  try {
    return await attempt(tEscaped`import into ${name}`, sendImport);
  } catch (error) {
    if (!isApiError(error, 'notOffered')) throw error;
    const sentence =
      body.source === 'website'
        ? tEscaped`Could not import into ${name}: this server no longer supports imports through its API. Import the content in the web app.`
        : tEscaped`Could not import into ${name}: this server can only import websites through its API. Import the content in the web app.`;
    const link = changeRequest.urls?.app;
    throw new FailureWithActions(
      sentence,
      error,
      ...(link ? [{ label: t('Open in Browser'), run: () => openAddress(link) }] : []),
    );
  }
}

/** Starts an import on a newer server and waits until it is complete. Cancels it if the user cancels. */
async function importWebsite(
  { connection: { api }, space }: ChangeRequestPlace,
  changeRequest: ChangeRequest,
  url: string,
  { signal, report }: ImportProgress,
): Promise<Result> {
  const { organization: organizationId } = await api.request('GET /spaces/{spaceId}', { spaceId: space }, { signal });
  const body = {
    source: { type: 'website' as const, url },
    target: { space, changeRequest: changeRequest.id },
    enhance: false,
  };
  const name = changeRequestName(changeRequest);
  const progressUnknown = tEscaped`The import into ${name} was started, but its progress is unknown. Refresh the change request to see new pages.`;
  const started = await api.optional(importsRoute, { organizationId, body }, { signal });
  const { id: importRunId } = { ...started };
  if (!isId(importRunId)) throw new Failure(progressUnknown);
  const input = { organizationId, importRunId };
  let run: Partial<Schema<'ImportRun'>> | undefined = started;
  try {
    let unknownReplies = 0;
    for (let wait = 1000; !hasEnded(run); wait = Math.min(wait * 1.5, 10_000)) {
      if (unknownReplies > maxUnknownReplies) throw new Failure(progressUnknown);
      report(progressText(run));
      await delay(wait, undefined, { signal });
      try {
        run = await api.optional(`GET ${runPath}`, input, { signal });
        unknownReplies = isRunning(run) ? 0 : unknownReplies + 1;
      } catch (error) {
        // The import continues on the server, even if this request fails.
        if (signal.aborted || ++unknownReplies > maxUnknownReplies) throw error;
      }
    }
  } catch (error) {
    if (signal.aborted) {
      // `runWriteWithProgress` looks up the outcome afterwards, as for any canceled write.
      await api.optional(`POST ${runPath}/cancel`, input).catch(() => undefined);
    }
    throw error instanceof ApiError ? new Failure(progressUnknown, { cause: error }) : error;
  }
  if (run?.status === 'cancelled') {
    throw new Failure(tEscaped`The import into ${name} was canceled on the server. Some pages may have been added.`);
  }
  if (run?.status === 'failed') {
    throw new Failure(
      hasVisibleText(run.reason)
        ? tEscaped`The import into ${name} failed: ${run.reason}`
        : tEscaped`The import into ${name} failed. The server gave no reason.`,
    );
  }
  const pages = pagesOf(run);
  return { ...(pages.length > 0 && { importedResources: countComplete(pages), totalResources: pages.length }) };
}

function hasEnded(run: Partial<Schema<'ImportRun'>> | undefined): boolean {
  return ['completed', 'failed', 'cancelled'].includes(run?.status ?? '');
}

function isRunning(run: Partial<Schema<'ImportRun'>> | undefined): boolean {
  return run?.status === 'pending' || run?.status === 'in-progress';
}

function progressText(run: Partial<Schema<'ImportRun'>> | undefined): string {
  const pages = pagesOf(run);
  return pages.length > 0
    ? t`${countComplete(pages)} of ${pages.length} pages`
    : t('The service is reading the website');
}

function pagesOf(run: Partial<Schema<'ImportRun'>> | undefined): readonly { status?: unknown }[] {
  return Array.isArray(run?.pages) ? run.pages.filter(page => typeof page === 'object' && page !== null) : [];
}

function countComplete(pages: readonly { status?: unknown }[]): number {
  return pages.filter(({ status }) => status === 'complete').length;
}

/** Describes how much was imported, as far as the server reports it. */
function resultOf(result: Result, name: string, url: string): { sentence: string; isWhole: boolean } {
  const { importedResources: imported, totalResources: total } = { ...result };
  if (!Number.isInteger(imported) || imported === undefined)
    return { sentence: tEscaped`Imported into ${name}. The service does not say how much.`, isWhole: true };
  if (imported === 0) return { sentence: tEscaped`Nothing was imported into ${name} from ${url}.`, isWhole: false };
  const isWhole = total === undefined || imported >= total;
  if (isWhole) {
    const sentence =
      imported === 1
        ? tEscaped`1 page or file is imported into ${name}.`
        : tEscaped`${imported} pages and files are imported into ${name}.`;
    return { sentence, isWhole };
  }
  const notImported = total - imported;
  const sentence =
    notImported === 1
      ? tEscaped`${imported} of ${total} pages and files are imported into ${name}. 1 is not, and the service does not say which: check the imported pages.`
      : tEscaped`${imported} of ${total} pages and files are imported into ${name}. ${notImported} are not, and the service does not say which: check the imported pages.`;
  return { sentence, isWhole };
}

/** The kinds of sources, in the order of the picker. */
const kinds: Record<Kind, { label: string; detail: string; urlPrompt: string; example: string }> = {
  website: {
    label: t('A website'),
    detail: t('Its pages, beginning with the one at the address'),
    urlPrompt: t('URL of a website.'),
    example: 'https://docs.example.com',
  },
  html: {
    label: t('A web page'),
    detail: t('Just that page'),
    urlPrompt: t('URL of a web page.'),
    example: 'https://example.com/guide.html',
  },
  markdown: {
    label: t('A Markdown file'),
    detail: t('Becomes a page'),
    urlPrompt: t('URL of a Markdown file.'),
    example: 'https://example.com/guide.md',
  },
  docx: {
    label: t('A Word document'),
    detail: t('A .docx file'),
    urlPrompt: t('URL of a Word document.'),
    example: 'https://example.com/guide.docx',
  },
  zip: {
    label: t('A zip of pages'),
    detail: t('Markdown or HTML files in folders, with their images'),
    urlPrompt: t('URL of a zip of pages.'),
    example: 'https://example.com/docs.zip',
  },
  confluence: {
    label: t('A Confluence space'),
    detail: t('The zip that Confluence exports as HTML'),
    urlPrompt: t('URL of a Confluence space.'),
    example: 'https://example.com/confluence-export.zip',
  },
  'github-wiki': {
    label: t('A GitHub wiki'),
    detail: t('All pages of the wiki of a repository'),
    urlPrompt: t('URL of a GitHub wiki.'),
    example: 'https://github.com/example/project/wiki',
  },
  notion: {
    label: t('A Notion workspace'),
    detail: t('The zip that Notion exports as "Markdown & CSV" or as HTML'),
    urlPrompt: t('URL of a Notion workspace.'),
    example: 'https://example.com/notion-export.zip',
  },
  'google-docs': {
    label: t('A Google Docs document'),
    detail: t('The zip that Google Docs downloads as "Web page"'),
    urlPrompt: t('URL of a Google Docs document.'),
    example: 'https://example.com/google-docs.zip',
  },
};
