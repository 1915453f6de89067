import type { App } from '../../app.ts';
import type { Discussions } from '../../model/discussions/discussions.ts';

/** What every feature has, with the discussions, which are there before anything of the comments. */
export type CommentsApp = Omit<App, 'discussions'> & { readonly discussions: Discussions };
