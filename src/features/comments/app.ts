import type { App } from '../../app.ts';
import type { Discussions } from '../../model/discussions/discussions.ts';
import type { Drafts } from '../../model/discussions/drafts.ts';

/** What every feature has, with the discussions and drafts, which are there before anything of the comments. */
export type CommentsApp = Omit<App, 'discussions' | 'drafts'> & {
  readonly discussions: Discussions;
  readonly drafts: Drafts;
};
