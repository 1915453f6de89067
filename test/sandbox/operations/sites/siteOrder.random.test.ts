import assert from 'node:assert/strict';
import { addSite, fillAcme } from '../../acme.ts';
import { createRandom } from '../../random.ts';
import { openSandbox } from '../../sandbox.ts';
import type { OpenSandbox } from '../../sandbox.ts';

const docs = { organizationId: 'acme', siteId: 'docs' };
const sort = 'PATCH /orgs/{organizationId}/sites/{siteId}/structure/sort';
const ids = ['a', 'b', 'G', 'c', 'd', 'e', 'H', 'f'];

/** The navigation as lists of IDs: one for the site and one for each group, whose IDs are capital letters. */
interface Model {
  top: string[];
  G: string[];
  H: string[];
}

describe('random moves of sections and groups', () => {
  it('put each of them exactly at the requested position', async () => {
    for (let seed = 1; seed <= 6; seed++) {
      const random = createRandom(seed);
      const choose = () => ids[random.below(ids.length)] ?? '';
      const sandbox = await openSite();
      const model: Model = { top: ['a', 'b', 'G', 'e', 'H'], G: ['c', 'd'], H: ['f'] };
      for (let step = 0; step < 30; step++) {
        const wanted = { moved: choose(), beside: choose(), place: random.chance(0.5) ? 'before' : 'after' } as const;
        const position = { [wanted.place]: pointerTo(wanted.beside) };
        const input = { ...docs, body: { item: pointerTo(wanted.moved), position } };
        if (move(model, wanted)) await sandbox.call(sort, input);
        else assert.equal((await sandbox.refusal(sort, input)).status, 400);
        assert.deepEqual(await navigation(sandbox), model, `seed ${seed}, step ${step}`);
      }
    }
  });
});

function openSite(): Promise<OpenSandbox> {
  return openSandbox({
    fill(state) {
      fillAcme(state);
      addSite(state, 'docs');
      const add = (id: string, group?: string) => {
        const row = { id, site: 'docs', title: id };
        if (isGroup(id)) state.siteSectionGroups.put(row);
        else state.siteSections.put({ ...row, path: id, ...(group === undefined ? {} : { group }) });
      };
      for (const id of ['a', 'b', 'G', 'e', 'H']) add(id);
      for (const id of ['c', 'd']) add(id, 'G');
      add('f', 'H');
    },
  });
}

function isGroup(id: string): boolean {
  return id === id.toUpperCase();
}

function pointerTo(id: string) {
  return { type: isGroup(id) ? 'site-section-group' : 'site-section', id } as const;
}

/** Moves an item in the model. Returns false for a move that must be refused. */
function move({ top, G, H }: Model, wanted: { moved: string; beside: string; place: 'before' | 'after' }): boolean {
  const { moved, beside, place } = wanted;
  const lists = [top, G, H];
  const target = lists.find(list => list.includes(beside));
  if (!target || moved === beside || (isGroup(moved) && target !== top)) return false;
  for (const list of lists) if (list.includes(moved)) list.splice(list.indexOf(moved), 1);
  target.splice(target.indexOf(beside) + (place === 'after' ? 1 : 0), 0, moved);
  return true;
}

async function navigation(sandbox: OpenSandbox): Promise<Model> {
  const { structure } = await sandbox.call('GET /orgs/{organizationId}/sites/{siteId}/structure', docs);
  const inside = (id: string) =>
    structure.flatMap(item => (item.id === id && 'sections' in item ? item.sections.map(section => section.id) : []));
  return { top: structure.map(({ id }) => id), G: inside('G'), H: inside('H') };
}
