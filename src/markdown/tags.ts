import type { BlockType } from './block.ts';

/** Tags that contain other blocks. */
export const containerTags: ReadonlyMap<string, BlockType> = new Map(
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

/**
 * Tags that contain other blocks and change when or how they are displayed. In `Block` they are integrations with a
 * body.
 */
export const wrapperTags: ReadonlySet<string> = new Set(['if', 'prompt', 'updates', 'update']);

/** Tags that display one object. Content before their optional closing tag is a caption or a fallback. */
export const voidTags: ReadonlyMap<string, BlockType> = new Map(
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
