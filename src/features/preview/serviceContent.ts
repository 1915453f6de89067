import type { MarkdownIt } from 'markdown-it';
import type { IncludedText } from '../../markdown/review/context.ts';

/** The context in which the preview renders content of the service. */
export interface ServiceContent {
  /** The place of what a reference of the service means, seen from the document; undefined for anything else. */
  resolve(target: string): string | undefined;
  /** Resolves an image to its path, or to a data URI. */
  image(target: string): string | undefined;
  /** The value of an expression; undefined where it is not known. */
  evaluate?: ((expression: string) => string | undefined) | undefined;
  /** The text that is included by this name, in the text with this ID if not in the page; undefined where not known. */
  includedText?: ((source: string, includedBy?: string) => IncludedText | undefined) | undefined;
}

type Environment = Parameters<MarkdownIt['parse']>[1];

const key = Symbol('content of the service');

/** The environment of a parser, which then reads what the service adds to Markdown. */
export function asServiceContent(env: Environment, content: ServiceContent): Environment {
  return { ...env, [key]: content };
}

/** Returns the context of the document; undefined for other documents, which are rendered without changes. */
export function serviceContent(env: Environment): ServiceContent | undefined {
  return env?.[key] as ServiceContent | undefined;
}
