import type { App } from '../app.ts';
import { Later } from '../ui/later.ts';

/** What is said, and what people typed that the service does not have: there with the first document, comment or review. */
export function discussing(app: Pick<App, 'context' | 'session' | 'content' | 'failures'>) {
  const { context, session, content, failures } = app;
  const discussions = new Later(async () => {
    const { Discussions } = await import('../model/discussions/discussions.ts');
    return new Discussions(session, content, failures);
  });
  const drafts = new Later(async () => {
    const { draftsIn } = await import('../model/discussions/drafts.ts');
    return draftsIn(context.globalStorageUri, failures);
  });
  return { discussions, drafts };
}
