import { parse as parseYaml } from 'yaml';
import type { Context } from '../../caller.ts';
import { followSpec } from '../../content/followSpecs.ts';
import { DownloadError } from '../../import/download.ts';
import type { Download } from '../../import/download.ts';
import type { OpenApiSpecRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';

type ErrorCode = NonNullable<OpenApiSpecRow['lastProcessErrorCode']>;

/** Fetches a specification, and stores it as a new version or stores the error code. */
export async function processSpec(context: Context, spec: OpenApiSpecRow): Promise<void> {
  const { state, transaction, tasks, download } = context;
  // The reply with the state 'pending' must be computed first.
  await new Promise(resolve => setImmediate(resolve));
  // The specification may have been deleted or replaced meanwhile; then nothing is stored.
  const update = (write: (row: OpenApiSpecRow) => void) =>
    transaction(() => {
      const row = state.openApiSpecs.find(spec.id);
      if (row?.source === spec.source) write(row);
    });
  update(row => state.openApiSpecs.put({ ...row, processingState: 'progress' }));
  const outcome = await read(spec.source, download);
  if (tasks.stopping.aborted) return;
  update(row => {
    if ('text' in outcome) addVersion(state, row, outcome.text);
    else finish(state, row, { lastProcessErrorCode: outcome.error });
  });
}

/** Restarts the processing that was interrupted when the sandbox closed. */
export function resumeProcessing(context: Context): void {
  for (const spec of context.state.openApiSpecs.all()) {
    if (spec.processingState !== 'complete') context.tasks.start(() => processSpec(context, spec));
  }
}

/** Stores a text as the newest version of a specification. */
export function addVersion(state: State, spec: OpenApiSpecRow, text: string): void {
  const version = state.openApiSpecVersions.put({
    id: state.newId(),
    spec: spec.id,
    createdAt: state.now(),
    ...('url' in spec.source ? { sourceURL: spec.source.url } : {}),
    text,
  });
  finish(state, spec, { lastVersion: version.id });
  followSpec(state, spec);
}

/** Parses JSON or YAML. Returns undefined for text that is no OpenAPI specification. */
export function parseOpenApi(text: string): object | undefined {
  const document = parse(text);
  if (typeof document !== 'object' || document === null) return undefined;
  return 'openapi' in document || 'swagger' in document ? document : undefined;
}

type Outcome = { text: string } | { error: ErrorCode };

async function read(source: OpenApiSpecRow['source'], download: Download): Promise<Outcome> {
  const outcome = 'url' in source ? await fetchText(source.url, download) : source;
  if ('error' in outcome) return outcome;
  return parseOpenApi(outcome.text) ? outcome : { error: 'PARSE_ERROR' };
}

async function fetchText(url: string, download: Download): Promise<Outcome> {
  try {
    const { bytes } = await download(url, 'source');
    return { text: new TextDecoder().decode(bytes) };
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    return { error: error.isTimeout ? 'FETCH_TIMEOUT' : 'FETCH_ERROR' };
  }
}

function parse(text: string): unknown {
  try {
    return toJson(JSON.parse(text));
  } catch {
    // Most specifications are YAML.
    try {
      return toJson(parseYaml(text, { logLevel: 'error' }));
    } catch {
      // The caller reports text that is neither JSON nor YAML.
      return undefined;
    }
  }
}

/** Converts a value to plain JSON. Throws for a value that JSON cannot express, such as a cyclic YAML node. */
function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function finish(
  state: State,
  spec: OpenApiSpecRow,
  result: { lastVersion: string } | { lastProcessErrorCode: ErrorCode },
): void {
  const now = state.now();
  state.openApiSpecs.put({ ...spec, ...result, processingState: 'complete', lastProcessedAt: now, updatedAt: now });
}
