import { t } from '@vscode/l10n';
import { hasVisibleText, escapeLine } from '../../api/escape.ts';
import {
  type Document,
  type DocumentNode,
  hasContent,
  childNodesOf,
  normalizeNodes,
  textOfNodes,
} from '../../markdown/document.ts';
import { type ChangeRequest, supportsDescription } from '../content/changeRequests.ts';

type Described = Partial<Pick<ChangeRequest, 'description' | 'space'>>;

/** Returns the readable nodes of a description. Some servers send plain text. */
export function descriptionNodes({ description }: Described): DocumentNode[] {
  const sent: unknown = description;
  if (typeof sent !== 'string') return normalizeNodes((sent as Partial<Document> | null | undefined)?.nodes);
  const leaves = [{ object: 'leaf' as const, text: sent, marks: [] }];
  return [{ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves }] }];
}

/** Returns whether there is a description; undefined if the server does not support descriptions. */
export function hasDescription(changeRequest: Described): boolean | undefined {
  return supportsDescription(changeRequest) ? hasContent(descriptionNodes(changeRequest)) : undefined;
}

/** Returns a description on one line. */
export function descriptionLine(changeRequest: Described, maxLength: number): string {
  const nodes = descriptionNodes(changeRequest);
  return hasContent(nodes) ? escapeLine(textOfNodes(nodes), maxLength) : '';
}

/** Returns a description as Markdown; empty if there is none. */
export async function descriptionMarkdown(changeRequest: Described): Promise<string> {
  const sent: unknown = changeRequest.description;
  if (typeof sent === 'string') return sent;
  const nodes = descriptionNodes(changeRequest);
  if (!hasContent(nodes)) return '';
  const { toMarkdown } = await import('../../markdown/writing/toMarkdown.ts');
  return toMarkdown({ object: 'document', nodes }).replaceAll('\0', '\ufffd');
}

/** Returns the first node type in a description that Markdown cannot represent, so that saving would lose it. */
export function findUnsupportedNodeType(changeRequest: Described): string | undefined {
  return unknownType(descriptionNodes(changeRequest));
}

function unknownType(nodes: readonly DocumentNode[]): string | undefined {
  for (const node of nodes) {
    const { object, type = '' } = node;
    const isKnown = object === 'text' || object === 'fragment' || knownTypes.has(type);
    const unknown = isKnown ? unknownType(childNodesOf(node)) : type || object;
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}

const knownTypes: ReadonlySet<string> = new Set([
  ...['paragraph', 'heading-1', 'heading-2', 'heading-3', 'list-ordered', 'list-unordered', 'list-tasks', 'list-item'],
  ...['blockquote', 'hint', 'code', 'code-line', 'divider', 'image', 'images', 'file', 'embed', 'math', 'table'],
  ...['tabs', 'tabs-item', 'expandable', 'stepper', 'stepper-step', 'columns', 'column', 'content-ref'],
  ...['reusable-content', 'html-comment', 'link', 'emoji', 'icon', 'expression', 'inline-math', 'inline-image'],
  ...['annotation', 'button', 'integration', 'swagger', 'openapi-operation', 'openapi-schemas', 'openapi-webhook'],
]);

/** A readable link of a change request. */
export interface ChangeRequestLink {
  /** ID to send back, if the server gave one. */
  id: string | undefined;
  /** Name of the linked service, such as "Jira" or "GitHub". */
  kind: string;
  title: string;
  /** Web address; undefined if the link has none that may be opened. */
  address: string | undefined;
}

/** Returns the links of a change request; undefined if the server does not support links. */
export function changeRequestLinksOf({
  links,
}: Partial<Pick<ChangeRequest, 'links'>>): ChangeRequestLink[] | undefined {
  const sent: unknown = links;
  if (!Array.isArray(sent)) return undefined;
  return sent.flatMap(link => (typeof link === 'object' && link !== null ? [readableLink(link as SentLink)] : []));
}

interface SentLink {
  id?: unknown;
  title?: unknown;
  ref?: { url?: unknown } | null;
  expanded?: {
    key?: unknown;
    summary?: unknown;
    url?: unknown;
    provider?: unknown;
    status?: { name?: unknown };
  } | null;
}

function readableLink({ id, title, ref, expanded }: SentLink): ChangeRequestLink {
  const sent = [ref?.url, expanded?.url].find(hasVisibleText);
  const url = parseWebUrl(sent);
  const { key, summary, provider, status } = expanded ?? {};
  const ticket = [[key, summary].filter(hasVisibleText).join(' '), status?.name].filter(hasVisibleText).join(' · ');
  const kind = url ? (kinds.find(([host]) => host.test(url.hostname))?.[1] ?? 'Link') : 'Link';
  const bare = url ? `${url.host}${url.pathname === '/' ? '' : url.pathname}` : sent;
  return {
    id: hasVisibleText(id) ? id : undefined,
    kind: kind === 'Link' && hasVisibleText(provider) ? escapeLine(provider, 30) : kind,
    title: escapeLine([title, ticket, bare].find(hasVisibleText) ?? '', 128) || t('Untitled link'),
    address: url?.href,
  };
}

const kinds: readonly [RegExp, string][] = [
  [/(^|\.)linear\.app$/, 'Linear'],
  [/(^|\.)github\.com$/, 'GitHub'],
  [/(^|\.)atlassian\.net$/, 'Jira'],
];

/** Parses a web address. Returns undefined for any other address, which could start a program. */
export function parseWebUrl(address: unknown): URL | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}
