import { t } from '@vscode/l10n';
import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { bodyAfterFrontMatter } from '../../markdown/frontMatter.ts';

/** Thrown if front matter cannot be parsed. */
export class FrontMatterError extends Error {
  /** The message without the line number. */
  readonly reason: string;
  /** Zero-based line in the text of the page. */
  readonly line: number;

  constructor(reason: string, line: number) {
    super(t`Front matter, line ${line + 1}: ${reason}`);
    this.reason = reason;
    this.line = line;
  }
}

/** The text of a page, split into front matter and body. */
export interface PageParts {
  /** The lines between the fences; undefined without front matter. */
  head: string | undefined;
  body: string;
}

/** Splits the text of a page. Blank lines between front matter and body belong to neither. */
export function splitPage(text: string): PageParts {
  const source = withPlainLineEnds(text);
  const body = bodyAfterFrontMatter(source);
  if (body.line === 0) return { head: undefined, body: source };
  const head = source.slice(0, source.length - body.text.length).replace(/^---.*\n|(?:---|\.\.\.)[ \t]*\n?$/g, '');
  return { head, body: body.text.replace(/^\n+/, '') };
}

/** Returns a text with LF at its line ends and without a byte order mark. */
export function withPlainLineEnds(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

/**
 * Puts front matter, which ends with a line break, before a body. Without front matter, a body that looks like front
 * matter is preceded by an empty one.
 */
export function joinPage({ head, body }: PageParts): string {
  if (head !== undefined) return `---\n${head}---\n\n${body}`;
  return bodyAfterFrontMatter(body).line === 0 ? body : `---\n---\n\n${body}`;
}

/** Returns front matter that begins with a comment if it would not be recognized by its first key. */
export function withRecognizableStart(head: string): string {
  return splitPage(joinPage({ head, body: '' })).head === head ? head : `# Page settings\n${head}`;
}

/** Front matter as a YAML mapping, which keeps its comments. */
export interface FrontMatter {
  document: Document;
  values: Readonly<Record<string, unknown>>;
  /** Returns the zero-based line of a key, in the text of the page. */
  lineOf(key: string): number;
}

/** Parses front matter. Throws FrontMatterError if it is not a YAML mapping. */
export function parseFrontMatter(head = ''): FrontMatter {
  const lines = new LineCounter();
  const document = parseDocument(head, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  // An error about an unclosed part is located at the fence after the front matter.
  const last = head.trimEnd().split('\n').length;
  const lineAt = (offset = 0) => Math.min(Math.max(1, lines.linePos(offset).line), last);
  const [error] = document.errors;
  if (error) throw new FrontMatterError(asSentence(error.message), lineAt(error.pos[0]));
  const { contents } = document;
  if (contents !== null && !isMap(contents)) throw new FrontMatterError(t('Expected "key: value".'), 1);
  const lineOf = (name: string) => {
    const pair = contents?.items.find(({ key }) => isScalar(key) && String(key.value) === name);
    return lineAt((pair?.key as { range?: readonly number[] } | undefined)?.range?.[0]);
  };
  return { document, values: valuesOf(document), lineOf };
}

function valuesOf(document: Document): Record<string, unknown> {
  try {
    // An alias can multiply its value, so the number of aliases is limited.
    return { ...(document.toJS({ maxAliasCount: 100 }) as Record<string, unknown> | null) };
  } catch (error) {
    throw new FrontMatterError(asSentence(error instanceof Error ? error.message : String(error)), 1);
  }
}

function asSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
