import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { onRow, times, type Write } from './write.ts';

const space = 'heron-manual';
const onSpace = onRow(`/spaces/${space}`);

function change({ state }: RunningSandbox, changes: object): void {
  state.spaces.put({ ...state.spaces.get(space), ...changes });
}

/** Makes the user an administrator of the other organization, so that things can be transferred to it. */
function joinOther({ state }: RunningSandbox): void {
  const other = state.organizations.all().find(({ title }) => title === 'Open Rivers Network');
  const member = state.members.all().find(one => one.organization === other?.id && one.user === 'mira');
  if (member) state.members.put({ ...member, role: 'admin' });
}

export const writesOfSpaces: readonly Write[] = [
  {
    command: 'space.setEmoji',
    target: onSpace,
    answers: ['🌊'],
    sends: /^PATCH \/spaces\/heron-manual$/,
    count: ({ state }) => times(state.spaces.get(space).emoji === '🌊'),
    done: /has a new sign$/,
  },
  {
    command: 'space.lock',
    target: onSpace,
    answers: ['Lock'],
    sends: /^PATCH \/spaces\/heron-manual$/,
    count: ({ state }) => times(state.spaces.get(space).editMode === 'locked'),
    done: /is locked$/,
  },
  {
    command: 'space.unlock',
    target: onSpace,
    prepare: sandbox => change(sandbox, { editMode: 'locked' }),
    answers: ['Unlock'],
    sends: /^PATCH \/spaces\/heron-manual$/,
    count: ({ state }) => times(state.spaces.get(space).editMode === 'live'),
    done: /is unlocked$/,
  },
  {
    command: 'space.setDefaultLevel',
    target: onSpace,
    answers: ['Editor'],
    sends: /^PATCH \/spaces\/heron-manual$/,
    count: ({ state }) => times(state.spaces.get(space).defaultLevel === 'edit'),
    done: /^The default level of ".*" is changed$/,
  },
  {
    command: 'collection.setDefaultLevel',
    target: onRow('/collections/products'),
    answers: ['Editor'],
    sends: /^PATCH \/collections\/products$/,
    count: ({ state }) => times(state.collections.get('products').defaultLevel === 'edit'),
    done: /^The default level of "Products" is changed$/,
  },
  {
    command: 'space.duplicate',
    target: onSpace,
    answers: ['Duplicate'],
    sends: /^POST .*\/duplicate$/,
    count: ({ state }) => state.spaces.all().filter(({ title }) => /Heron manual/.test(title)).length - 1,
    done: /is created$/,
    isBlind: true,
  },
  {
    command: 'item.moveTo',
    target: onSpace,
    answers: ['Products', 'Move'],
    sends: /^POST \/spaces\/heron-manual\/move$/,
    count: ({ state }) => times(state.spaces.get(space).parent === 'products'),
    done: /moved to/,
  },
  {
    command: 'item.transfer',
    target: onSpace,
    prepare: joinOther,
    answers: ['Open Rivers Network', 'Transfer'],
    sends: /^POST \/spaces\/heron-manual\/transfer$/,
    count: ({ state }) => times(state.spaces.get(space).organization !== 'tidewell'),
    done: /Open Rivers Network/,
  },
  {
    command: 'item.delete',
    target: onSpace,
    answers: ['Delete'],
    sends: /^DELETE \/spaces\/heron-manual$/,
    count: ({ state }) => times(state.spaces.find(space)?.deletedAt !== undefined || !state.spaces.find(space)),
    done: /is deleted$|can be restored/,
  },
  {
    command: 'collection.create',
    target: onRow('/collections/products'),
    answers: ['Inside'],
    sends: /^POST .*\/collections$/,
    count: ({ state }) => state.collections.all().filter(({ title }) => title === 'Inside').length,
    done: /"Inside" is created$/,
  },
  {
    command: 'space.create',
    answers: ['Tidewell', 'New'],
    sends: /^POST .*\/spaces$/,
    count: ({ state }) => state.spaces.all().filter(({ title }) => title === 'New').length,
    done: /"New" is created$/,
    isOptional: true,
  },
];
