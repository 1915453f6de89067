import { parse } from 'yaml';
import { slugKey } from '../store/state.ts';
import type { ComputedSource, OpenApiSpecVersionRow, PageRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';
import { slugOfTitle } from './pagePaths.ts';
import { stableId } from '../gitSync/stableId.ts';

/** The placement of computed pages, and their previous versions. */
export interface ComputedPlace {
  space: string;
  organization: string;
  /** The ID of the page of type `computed` that contains them. */
  id: string;
  at: string;
  /** Pages computed there before; unchanged ones keep their document, changed ones the keys of their nodes. */
  before?: readonly PageRow[];
}

/** Returns the source that a YAML text describes, or undefined for one that the sandbox cannot compute. */
export function computedSource(yaml: string): ComputedSource | undefined {
  const source = parsed(yaml);
  const spec = member(member(member(source, 'dependencies'), 'spec'), 'ref');
  const slug = member(spec, 'spec');
  if (member(source, 'type') !== openApi || member(spec, 'kind') !== 'openapi' || typeof slug !== 'string') {
    return undefined;
  }
  const models = member(member(source, 'props'), 'models') === true;
  return { type: openApi, props: { models }, dependencies: { spec: { ref: { kind: 'openapi', spec: slug } } } };
}

/**
 * Computes the pages of an OpenAPI spec: one for each tag with its operations, and one with the models. Returns
 * undefined if the organization has no such spec.
 */
export function computePages(state: State, source: ComputedSource, place: ComputedPlace): PageRow[] | undefined {
  const { spec: slug } = source.dependencies.spec.ref;
  const version = latestVersion(state, place.organization, slug);
  if (!version) return undefined;
  const described = parsed(version.text);
  const pages = pagesOfTags(described, slug).map(page => pageRow(state, source, place, page));
  const models = source.props['models'] === true ? modelsOf(described) : [];
  if (models.length > 0) pages.push(pageRow(state, source, place, modelsPage(slug, models)));
  return pages;
}

/** Returns the latest version of an organization's OpenAPI spec, or undefined if there is none. */
export function latestVersion(state: State, organization: string, slug: string): OpenApiSpecVersionRow | undefined {
  const [spec] = state.openApiSpecs.by('slug', slugKey(organization, slug));
  return spec?.lastVersion === undefined ? undefined : state.openApiSpecVersions.find(spec.lastVersion);
}

const openApi = 'builtin:openapi';

interface ComputedPage {
  title: string;
  description: string | undefined;
  markdown: string;
  props: Record<string, unknown>;
}

function pageRow(state: State, source: ComputedSource, place: ComputedPlace, page: ComputedPage): PageRow {
  const { title, description, markdown, props } = page;
  const { space, id: seed, at, before = [] } = place;
  const id = stableId(seed, JSON.stringify(props));
  const slug = slugOfTitle(title);
  const known = before.find(row => row.id === id);
  const documentId = stableId(space, id, markdown);
  if (!state.documents.has(documentId)) {
    const previous = known?.documentId === undefined ? {} : { previous: [known.documentId] };
    state.documents.put({ id: documentId, space, page: id, markdown, ...previous });
  }
  const isSame = known?.documentId === documentId && known.description === description;
  return {
    id,
    type: 'document',
    title,
    slug: known?.slug ?? slug,
    path: known?.path ?? slug,
    ...(description !== undefined && { description }),
    documentId,
    computed: { ...source, props },
    computedSeed: seed,
    createdAt: known?.createdAt ?? at,
    updatedAt: isSame ? known.updatedAt : at,
    pages: [],
  };
}

/** The title of the page for operations without a tag. */
const untagged = 'Default';
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

function pagesOfTags(described: unknown, spec: string): ComputedPage[] {
  const operations = new Map<string, string[]>();
  const descriptions = new Map<string, string>();
  for (const tag of listIn(described, 'tags')) {
    const [name, description] = [member(tag, 'name'), member(tag, 'description')];
    if (typeof name !== 'string') continue;
    operations.set(name, []);
    if (typeof description === 'string') descriptions.set(name, description);
  }
  for (const [path, item] of entriesIn(described, 'paths')) {
    for (const method of methods.filter(name => member(item, name) !== undefined)) {
      const [first] = listIn(member(item, method), 'tags');
      const tag = typeof first === 'string' ? first : untagged;
      const blocks = operations.get(tag) ?? [];
      blocks.push(operationMarkdown(spec, path, method));
      operations.set(tag, blocks);
    }
  }
  return [...operations].map(([title, blocks]) => ({
    title,
    description: descriptions.get(title),
    markdown: blocks.join('\n'),
    props: { doc: blocks.length > 0 ? 'operations' : 'info', page: title },
  }));
}

function operationMarkdown(spec: string, path: string, method: string): string {
  return `{% openapi-operation spec="${quoted(spec)}" path="${quoted(path)}" method="${method}" %}\n{% endopenapi-operation %}\n`;
}

function modelsOf(described: unknown): string[] {
  const named = [...entriesIn(member(described, 'components'), 'schemas'), ...entriesIn(described, 'definitions')];
  return named.map(([name]) => name);
}

function modelsPage(spec: string, models: readonly string[]): ComputedPage {
  const blocks = models.map(
    name =>
      `## ${name.replace(/[^\p{L}\p{N}_.-]/gu, ' ')}\n\n{% openapi-schemas spec="${quoted(spec)}" schemas="${quoted(name)}" %}\n{% endopenapi-schemas %}\n`,
  );
  return { title: 'Models', description: undefined, markdown: blocks.join('\n'), props: { doc: 'models' } };
}

/** Escapes text for a quoted attribute of a custom block. */
function quoted(text: string): string {
  return text.replace(/["\\]/g, '\\$&').replace(/\s+/g, ' ').replaceAll('%}', '% }');
}

function parsed(text: string): unknown {
  try {
    return text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { logLevel: 'error' });
  } catch {
    // Text that cannot be parsed yields no pages.
    return undefined;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function listIn(value: unknown, name: string): unknown[] {
  const list = member(value, name);
  return Array.isArray(list) ? list : [];
}

function entriesIn(value: unknown, name: string): [string, unknown][] {
  const field = member(value, name);
  return typeof field === 'object' && field !== null && !Array.isArray(field) ? Object.entries(field) : [];
}
