import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { numberKey } from '../../src/sandbox/store/state.ts';

const at = '2026-01-01T00:00:00.000Z';

/** Adds so many open change requests to a space. */
export function addChangeRequests({ state }: RunningSandbox, space: string, count: number): void {
  const { revision } = state.spaces.get(space);
  const [user] = state.users.all();
  let number = 1;
  for (let left = count; left > 0; number++) {
    if (state.changeRequests.by('number', numberKey(space, number)).length > 0) continue;
    left--;
    state.changeRequests.put({
      id: `${space}-many-${number}`,
      space,
      number,
      status: 'open',
      subject: 'One of many',
      createdBy: user?.id ?? '',
      createdAt: at,
      updatedAt: at,
      revision,
      revisionInitial: revision,
    });
  }
  state.keepWrites();
}
