import assert from 'node:assert/strict';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { labels, row } from '../../host/app.ts';
import { distantWindow } from '../../host/farAway.ts';
import { addChangeRequests } from '../../host/large.ts';
import { documentedOnly } from '../../host/support.ts';
import { assertTraffic } from '../../host/traffic.ts';
import { sized } from '../../size.ts';

const [collections, spacesInEach] = [50, 4];
// A page of a list holds 1,000 items.
const [people, changeRequests] = [sized(5000, 1100), sized(10_000, 1100)];

/** Adds many collections with spaces, many members and many change requests to an organization. */
function addMany(sandbox: RunningSandbox): void {
  const { state } = sandbox;
  const [collection, space] = [state.collections.get('products'), state.spaces.get('handbook')];
  for (let index = 0; index < collections; index++) {
    const id = `many-${index}`;
    state.collections.put({ ...collection, id, title: `Collection ${index}` });
    for (let nth = 0; nth < spacesInEach; nth++) {
      state.spaces.put({ ...space, id: `${id}-${nth}`, parent: id, title: `Space ${index}.${nth}` });
    }
  }
  const [user] = state.users.all();
  const [member] = state.members.all();
  assert.ok(user && member);
  for (let index = 0; index < people; index++) {
    const id = `many-${index}`;
    state.users.put({ ...user, id, displayName: `Person ${index}`, email: `${id}@tidewell.example` });
    state.members.put({ ...member, id: `member-${id}`, user: id, organization: 'tidewell', role: 'read' });
  }
  addChangeRequests(sandbox, 'many-0-0', changeRequests);
}

describe(`an organization of 50 collections, 200 spaces, ${people} members and ${changeRequests} change requests`, function () {
  this.timeout(60_000);
  const far = distantWindow(addMany);

  beforeEach(() => far.signIn());

  const rowLabels = (...path: string[]) => labels(far.app.tree, ...path);

  it('shows its first rows after one round trip, and fetches nothing below them', async () => {
    await rowLabels();
    // If the server does not list spaces, they are searched through sites.
    const budget = documentedOnly ? { requests: 8, trips: 6 } : { requests: 2, trips: 1 };
    const rows = await assertTraffic(far.server, budget, () => rowLabels('Tidewell'));
    assert.equal(rows.filter(label => label.startsWith('Collection ')).length, collections);
  });

  it('expands a collection with one request', async () => {
    await rowLabels('Tidewell');
    const rows = await assertTraffic(far.server, { requests: 1, trips: 1 }, () =>
      rowLabels('Tidewell', 'Collection 0'),
    );
    assert.equal(rows.length, spacesInEach);
  });

  it('shows its first members after one request, and more on demand', async () => {
    await rowLabels('Tidewell', 'Administration');
    const way = ['Tidewell', 'Administration', 'Members'];
    const first = await assertTraffic(far.server, { requests: 1, trips: 1 }, () => rowLabels(...way));
    assert.equal(first.at(-1), 'Load more');
    assert.ok(first.length < 1002, `${first.length} rows`);
    const list = (await row(far.app.tree, ...way)) as Node;
    await assertTraffic(far.server, { requests: 1, trips: 1 }, () => far.app.tree.loadMore(list));
    assert.ok((await rowLabels(...way)).length > first.length);
  });

  it('shows the first change requests of a space after one round trip', async () => {
    await rowLabels('Tidewell', 'Collection 0');
    const rows = await assertTraffic(far.server, { requests: 2, trips: 1 }, () =>
      rowLabels('Tidewell', 'Collection 0', 'Space 0.0'),
    );
    assert.ok(rows.includes('Load more'));
  });
});
