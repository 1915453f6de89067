import type { MarkdownIt } from 'markdown-it';
import type { IncludedText } from '../../markdown/review/context.ts';

/** The context in which the preview renders content of the service. */
export interface ServiceContent {
  /** Resolves a reference to a path relative to the document. Undefined if it is not one of the service. */
  resolve(target: string): string | undefined;
  /** Resolves an image to its path, or to a data URI. */
  image(target: string): string | undefined;
  /** Returns the value of an expression; undefined if it is not known. */
  evaluate?: ((expression: string) => string | undefined) | undefined;
  /**
   * Returns the text that is included by this name from the page, or from the text with the ID `includedBy`. Undefined
   * if it is not known.
   */
  includedText?: ((source: string, includedBy?: string) => IncludedText | undefined) | undefined;
}

type Environment = Parameters<MarkdownIt['parse']>[1];

const key = Symbol('content of the service');

/** Returns a parser environment in which the service's Markdown extensions are enabled. */
export function withServiceContent(env: Environment, content: ServiceContent): Environment {
  return { ...env, [key]: content };
}

/** Returns the context of the document; undefined for other documents, which are rendered without changes. */
export function serviceContentOf(env: Environment): ServiceContent | undefined {
  return env?.[key] as ServiceContent | undefined;
}
