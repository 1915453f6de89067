import { t } from '@vscode/l10n';
import { ApiError, isApiError } from '../../api/errors.ts';
import { causeOf, Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import { assetNamesOf, withAssetTargets } from '../../markdown/assetLinks.ts';
import { contentUri } from '../content/address.ts';
import type { ChangeRequestPlace } from '../content/changeRequests.ts';
import { atRevision, type Content, versionOf } from '../content/content.ts';
import type { File } from '../content/layout.ts';
import { versionAddress, type Snapshot } from '../content/snapshot.ts';
import { numberedNames } from './fileNames.ts';
import { insertFiles, maxFilesPerEdit } from './pageEdits.ts';
import type { UnsentFile, UnsentFiles } from './unsentFiles.ts';

/** A file to upload, under a name that no file of the change request has. */
interface Upload {
  file: UnsentFile;
  name: string;
}

/**
 * Replaces the `.assets/` paths in page texts by the IDs that the service uses for the files of the change request. Files
 * that are only on this computer are uploaded first. A file that an earlier, failed save has uploaded is recognized by its
 * name and bytes.
 */
export class FileTargets {
  readonly #content: Content;
  readonly #unsentFiles: UnsentFiles;
  readonly #place: ChangeRequestPlace;
  readonly #snapshot: Promise<Snapshot>;
  /** Targets by name in `.assets/`; undefined for files that are not on the server. */
  readonly #targets = new Map<string, string | undefined>();
  readonly #uploads = new Map<string, Upload>();
  readonly #failures = new Map<string, unknown>();

  constructor(content: Content, unsentFiles: UnsentFiles, place: ChangeRequestPlace, revision: string) {
    this.#content = content;
    this.#unsentFiles = unsentFiles;
    this.#place = place;
    this.#snapshot = content.snapshot(atRevision(place, revision));
    // A failure is reported where the snapshot is awaited.
    this.#snapshot.catch(() => undefined);
  }

  /** Returns a text in which the names of files on the server are replaced by their IDs. */
  async resolveIn(text: string): Promise<string> {
    for (const name of assetNamesOf(text)) {
      if (!this.#targets.has(name)) this.#targets.set(name, await this.#find(name));
    }
    return withAssetTargets(text, name => this.#targets.get(name));
  }

  /** Uploads the files that texts name and that the server does not have. Stores the failure of each refused file. */
  async upload(texts: readonly string[]): Promise<void> {
    const names = new Set(texts.flatMap(text => [...assetNamesOf(text)]));
    const uploads = [...names].flatMap(name => this.#uploads.get(name) ?? []);
    for (let start = 0; start < uploads.length; start += maxFilesPerEdit) {
      await this.#sendOrSplit(uploads.slice(start, start + maxFilesPerEdit));
    }
  }

  /** Returns a text with the IDs of all files that it names. Throws if one of them was not uploaded. */
  finish(text: string): string {
    for (const name of assetNamesOf(text)) {
      if (this.#failures.has(name)) throw this.#failures.get(name);
    }
    return withAssetTargets(text, name => this.#targets.get(name));
  }

  async #find(name: string): Promise<string | undefined> {
    const uri = contentUri({ ...versionAddress(versionOf(this.#place)), path: `.assets/${name}` });
    const file = await this.#unsentFiles.get(uri);
    const snapshot = await this.#snapshot;
    const { byPath, byId } = await snapshot.files();
    if (!file) return targetOf(byPath.get(`.assets/${name}`)?.file.id);
    const files = [...byId.values()].map(entry => entry.file);
    const taken = new Set([...this.#uploads.values()].map(upload => upload.name));
    for (const free of numberedNames(name)) {
      const namesakes = files.filter(file => file.name === free);
      for (const namesake of namesakes) if (await hasSameBytes(snapshot, namesake, file)) return targetOf(namesake.id);
      if (namesakes.length > 0 || taken.has(free)) continue;
      this.#uploads.set(name, { file, name: free });
      break;
    }
    return undefined;
  }

  /** The service accepts all files of a request or none, so a refused request is sent again in halves. */
  async #sendOrSplit(uploads: readonly Upload[]): Promise<void> {
    try {
      const ids = await this.#send(uploads);
      for (const [index, { file }] of uploads.entries()) this.#targets.set(file.name, targetOf(ids[index]));
    } catch (error) {
      const isRefused = isApiError(error, 'invalid');
      if (isRefused && uploads.length > 1) {
        const half = Math.ceil(uploads.length / 2);
        await this.#sendOrSplit(uploads.slice(0, half));
        return this.#sendOrSplit(uploads.slice(half));
      }
      for (const { file } of uploads) this.#failures.set(file.name, isRefused ? refusalOf(file, error) : error);
    }
  }

  async #send(uploads: readonly Upload[]): Promise<readonly string[]> {
    const { changeRequests } = this.#content;
    const inputs = uploads.map(({ file: { contentType, bytes }, name }) => {
      return { name, contentType, base64: Buffer.from(bytes).toString('base64') };
    });
    const lookUp = async () => ((await this.#uploadedIds(uploads)) ? { result: undefined } : undefined);
    const { changeRequest, ids } = await insertFiles(this.#place, inputs, { lookUp });
    if (changeRequest) changeRequests.add(this.#place, changeRequest, performance.now());
    const uploaded = ids ?? (await this.#uploadedIds(uploads));
    if (uploaded) return uploaded;
    throw new Failure(
      tEscaped`The server took "${uploads[0]?.name ?? ''}" but does not list it, so the page was not sent. Save again to try once more.`,
    );
  }

  /**
   * Returns the IDs of files in the newest revision, by the names that were free before; undefined if one is missing.
   */
  async #uploadedIds(uploads: readonly Upload[]): Promise<readonly string[] | undefined> {
    const { revision } = await this.#content.changeRequests.fetch(this.#place);
    const { byId } = await (await this.#content.snapshot(atRevision(this.#place, revision))).files();
    const ids = new Map([...byId.values()].map(({ file }) => [file.name, file.id]));
    const uploaded = uploads.map(({ name }) => ids.get(name));
    return uploaded.every(id => id !== undefined) ? uploaded : undefined;
  }
}

function targetOf(id: string | undefined): string | undefined {
  return id === undefined ? undefined : `/files/${encodeURIComponent(id)}`;
}

async function hasSameBytes(snapshot: Snapshot, file: File, { bytes }: UnsentFile): Promise<boolean> {
  if (file.size !== undefined && file.size !== bytes.length) return false;
  try {
    return Buffer.from(bytes).equals(await snapshot.bytes(file));
  } catch {
    // A file that cannot be read counts as a different one, so the new file gets a name of its own.
    return false;
  }
}

function refusalOf({ name }: UnsentFile, error: unknown): Failure {
  const reason =
    error instanceof ApiError && error.status === 413
      ? t('It exceeds the size limit of the server.')
      : tEscaped`The server says: ${causeOf(error)}`;
  return new Failure(
    tEscaped`Could not upload "${name}". ${reason} Remove it from the page or insert another file, then save again.`,
    { cause: error },
  );
}
