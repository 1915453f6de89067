import assert from 'node:assert/strict';
import { eventually } from '../host/eventually.ts';
import { setStage, type Stage } from './stage.ts';

/**
 * Maximum number of requests for the badge of the sample's account, see `rowsOf` in src/features/reviewList/node.ts.
 */
const badgeBudget = 8;

// A short form of `npm run bench -- requests`, which holds requests instead of measuring time.
describe('signing in', () => {
  let stage: Stage;
  setStage({ signedIn: true }, newStage => {
    stage = newStage;
  });

  const badge = () => stage.workbench.page.locator('[id="marginalia.marginalia.marginalia.waiting"]', { hasText: '4' });

  it('takes two concurrent requests for the first view with the default views, and then those for the badge', async () => {
    const { server, workbench } = stage;
    server.fail({ kind: 'held' });
    await workbench.runCommand('Marginalia: Focus on Documentation View');
    // Both requests are sent before one is answered, which is one round trip.
    await eventually(() => assert.deepEqual([...server.requests].sort(), ['GET /orgs', 'GET /user']));
    server.release();
    await workbench.treeRow('Tidewell').waitFor();
    await server.recover();
    await badge().waitFor();
    const listed = server.requests.slice(2);
    assert.ok(listed.length <= badgeBudget, `${listed.length} requests: ${listed.join(', ')}`);
  });

  it('fetches no list of the Review view until that is expanded', async () => {
    const { server, workbench } = stage;
    await workbench.runCommand('Marginalia: Focus on Documentation View');
    await badge().waitFor();
    // A view that is collapsed stays collapsed in the next window.
    await workbench.foldView('Review', false);
    await workbench.reload();
    const before = server.requests.length;
    await workbench.runCommand('Marginalia: Focus on Documentation View');
    await workbench.treeRow('Tidewell').waitFor();
    const lists = () => server.requests.slice(before).filter(asked => asked.endsWith('/change-requests'));
    assert.deepEqual(lists(), []);
    await workbench.foldView('Review', true);
    await badge().waitFor();
    assert.notDeepEqual(lists(), []);
  });
});
