import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { evaluate, type Variables } from '../../markdown/expressions.ts';
import { bodyAfterFrontMatter } from '../../markdown/frontMatter.ts';
import type { IncludedText } from '../../markdown/review/context.ts';
import { decodeUriPart } from '../../model/content/references.ts';
import { normalizeVariables, includedSourcesIn } from '../../model/content/shared.ts';
import { missingText, type SharedOnPage } from '../../model/content/sharedOnPage.ts';
import { isInside } from './gitSync.ts';

/** The variables and included texts that a page of a local Git Sync folder uses. */
export interface LocalShared extends SharedOnPage {
  variables: Variables;
}

/** Larger files count as missing. */
const maxBytes = 1_000_000;
/** Maximum number of files that are read for one page. */
const maxFiles = 500;

/** Reads the texts of `.gitbook/includes` and the variables that a page shows. `root` is the folder of the content. */
export async function readLocalShared(path: string, root: string, markdown: string): Promise<LocalShared> {
  const texts = new Map<string, IncludedText>();
  const read = async (file: string, text: string): Promise<void> => {
    for (const source of includedSourcesIn(text)) {
      const included = includeFile(source, file, root);
      if (included === undefined || texts.has(included) || texts.size >= maxFiles) continue;
      const content = await readInside(included, root);
      if (content === undefined) continue;
      const { body, values } = await splitFrontMatter(content);
      const title = typeof values['title'] === 'string' ? values['title'] : basename(included).replace(/\.\w+$/, '');
      texts.set(included, { id: included, title, markdown: body });
      await read(included, body);
    }
  };
  await read(path, markdown);
  const { values } = await splitFrontMatter(markdown);
  const variables: Variables = {
    page: normalizeVariables(values['vars'] ?? values['variables']),
    space: normalizeVariables(await parseYaml((await readInside(join(root, '.gitbook', 'vars.yaml'), root)) ?? '')),
  };
  const textOf = (source: string, includedBy = path) => {
    const file = includeFile(source, includedBy, root);
    return (file === undefined ? undefined : texts.get(file)) ?? missingText(source);
  };
  return {
    variables,
    texts: [...texts.values()],
    evaluate: expression => evaluate(expression, variables),
    includedText: textOf,
  };
}

/** Resolves the `src` of an include. Undefined unless it is a Markdown file in `.gitbook/includes`. */
function includeFile(source: string, from: string, root: string): string | undefined {
  if (/^[a-z][a-z\d+.-]+:/i.test(source)) return undefined;
  const file = resolve(dirname(from), decodeUriPart(source));
  const isInclude = /\.(?:md|markdown)$/i.test(file) && file.split(sep).join('/').includes('/.gitbook/includes/');
  return isInclude && isInside(root, file) ? file : undefined;
}

/** Reads a file below `root`. Undefined for one that is missing, too large, or a symbolic link to the outside. */
async function readInside(file: string, root: string): Promise<string | undefined> {
  try {
    const [place, folder] = await Promise.all([realpath(file), realpath(root)]);
    const stats = await stat(place);
    const isReadable = isInside(folder, place) && stats.isFile() && stats.size <= maxBytes;
    return isReadable ? await readFile(place, 'utf8') : undefined;
  } catch {
    // A missing file is shown as a missing text.
    return undefined;
  }
}

async function splitFrontMatter(content: string): Promise<{ body: string; values: Record<string, unknown> }> {
  const text = content.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const { text: body } = bodyAfterFrontMatter(text);
  const head = text.slice(0, text.length - body.length).replace(/^---.*\n|(?:---|\.\.\.)[ \t]*\n?$/g, '');
  return { body, values: Object(await parseYaml(head)) as Record<string, unknown> };
}

async function parseYaml(text: string): Promise<unknown> {
  if (!text.trim()) return undefined;
  const { default: yaml } = await import('yaml');
  try {
    return yaml.parse(text, { logLevel: 'silent', maxAliasCount: 100 });
  } catch {
    // Invalid YAML defines no variables.
    return undefined;
  }
}
