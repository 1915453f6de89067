import { t } from '@vscode/l10n';
import { isApiError } from '../../api/errors.ts';
import { isCancellation } from '../../api/failure.ts';
import { evaluate, type Variables } from '../../markdown/expressions.ts';
import type { IncludedText } from '../../markdown/review/context.ts';
import type { Page } from './layout.ts';
import {
  findReusableText,
  readDocumentMarkdown,
  readSharedContent,
  readTextById,
  type ReusableText,
  type RevisionReader,
  type SharedContent,
  includedSourcesIn,
  usesSharedContent,
} from './shared.ts';

/** The variables and included texts of a page. */
export interface SharedOnPage {
  evaluate(expression: string): string | undefined;
  /** Returns an included text. `includedBy` is the ID of the text that includes it, if that is not the page. */
  includedText(source: string, includedBy?: string): IncludedText | undefined;
  /** All texts on the page, including nested ones. */
  texts: readonly IncludedText[];
}

/**
 * Reads the shared content that a page uses; undefined if it uses none, or it cannot be read. `onFailure` receives each
 * error of a read.
 */
export async function sharedOnPage(
  snapshot: RevisionReader,
  page: Pick<Page, 'variables'> | undefined,
  markdown: string,
  onFailure?: OnFailure,
): Promise<SharedOnPage | undefined> {
  const shared = usesSharedContent(markdown) ? await readSharedIfKnown(snapshot, onFailure) : undefined;
  if (!shared) return undefined;
  const texts = new Map<string, IncludedText>();
  const read = async (text: string): Promise<void> => {
    const sources = includedSourcesIn(text).filter(source => !texts.has(source));
    const includes = sources.map(async source => {
      const included = shared.texts
        ? await readListed(snapshot, source, shared.texts, onFailure)
        : await readAlone(snapshot, source, onFailure);
      if (!included) return;
      texts.set(source, included);
      if (included.markdown !== undefined) await read(included.markdown);
    });
    await Promise.all(includes);
  };
  await read(markdown);
  const variables: Variables = { page: page?.variables ?? undefined, space: shared.variables };
  return {
    evaluate: expression => evaluate(expression, variables),
    includedText: source => texts.get(source),
    texts: [...texts.values()],
  };
}

type OnFailure = (error: unknown) => void;

async function readListed(
  snapshot: RevisionReader,
  source: string,
  listed: readonly ReusableText[],
  onFailure?: OnFailure,
): Promise<IncludedText> {
  const match = findReusableText(source, listed);
  return match ? readText(snapshot, match, onFailure) : missingText(source);
}

/** Reads a text that the server does not list; undefined if it cannot be read, so that the page stays as it is. */
async function readAlone(
  snapshot: RevisionReader,
  source: string,
  onFailure?: OnFailure,
): Promise<IncludedText | undefined> {
  try {
    const text = await readTextById(snapshot, source);
    return text && (await readText(snapshot, text, onFailure));
  } catch (error) {
    if (isCancellation(error)) throw error;
    onFailure?.(error);
    return undefined;
  }
}

/** Reads the shared content; undefined if it cannot be read, so that the page is shown without it. */
async function readSharedIfKnown(snapshot: RevisionReader, onFailure?: OnFailure): Promise<SharedContent | undefined> {
  try {
    return await readSharedContent(snapshot);
  } catch (error) {
    if (isCancellation(error)) throw error;
    onFailure?.(error);
    return undefined;
  }
}

/** Reads a text with its Markdown. If that fails, the result has a `problem`, and the rest of the page is shown. */
export async function readText(
  snapshot: RevisionReader,
  { id, title, document }: ReusableText,
  onFailure?: OnFailure,
): Promise<IncludedText> {
  if (document === undefined) return { id, title, problem: t('The server does not give this text.') };
  try {
    return { id, title, markdown: await readDocumentMarkdown(snapshot, document) };
  } catch (error) {
    if (isCancellation(error)) throw error;
    onFailure?.(error);
    const isKnown = isApiError(error, 'notOffered', 'notFound');
    return {
      id,
      title,
      problem: isKnown ? t('The server does not give this text.') : t('This text could not be read.'),
    };
  }
}

/** Returns the placeholder for a text that does not exist. */
export function missingText(source: string): IncludedText {
  const isElsewhere = /^https?:/i.test(source);
  const problem = isElsewhere
    ? t('This text is in another space.')
    : t('There is no text of this name: readers see nothing here.');
  return { id: source, title: source, problem };
}
