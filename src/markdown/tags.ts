import type { BlockType } from './block.ts';

/** Tags around other blocks. */
export const containers: ReadonlyMap<string, BlockType> = new Map(
  Object.entries({
    hint: 'hint',
    tabs: 'tabs',
    tab: 'tabs-item',
    stepper: 'stepper',
    step: 'stepper-step',
    columns: 'columns',
    column: 'column',
  }),
);

/** Tags around other blocks that change when or how these are shown. To `Block` they are integrations with a body. */
export const wrappers: ReadonlySet<string> = new Set(['if', 'prompt', 'updates', 'update']);

/** Tags that show one thing. What stands before their closing tag, if they have one, is a caption or a fallback. */
export const voids: ReadonlyMap<string, BlockType> = new Map(
  Object.entries({
    embed: 'embed',
    file: 'file',
    'content-ref': 'content-ref',
    'page-ref': 'content-ref',
    include: 'reusable-content',
    swagger: 'swagger',
    'api-method': 'swagger',
    openapi: 'swagger',
    'openapi-operation': 'openapi-operation',
    'openapi-schemas': 'openapi-schemas',
    'openapi-webhook': 'openapi-webhook',
  }),
);
