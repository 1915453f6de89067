import { spaceFor } from '../../access/findOrRefuse.ts';
import { requireSpaceRight } from '../../access/permissions.ts';
import { requireCreateRightIn, placedIn, organizationOf, transferSpace } from './destinations.ts';
import { putBeside } from './order.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { presentSpace } from './spaces.ts';

export const spaceMoves = {
  'POST /spaces/{spaceId}/move': ({ spaceId, body }, caller) => {
    const { state } = caller;
    const space = spaceFor(caller, spaceId);
    requireSpaceRight(caller, 'admin', space);
    const parent = body.parent === undefined ? space.parent : (body.parent ?? undefined);
    if (parent !== space.parent) requireCreateRightIn(caller, space, parent);
    if (parent === space.parent && !body.position) return ok(presentSpace(caller, space));
    const row = state.spaces.put({ ...placedIn(space, parent), updatedAt: state.now() });
    putBeside(caller, { type: 'space', row }, { parent, position: body.position });
    return ok(presentSpace(caller, state.spaces.get(space.id)));
  },

  'POST /spaces/{spaceId}/transfer': ({ spaceId, body }, caller) => {
    const { state } = caller;
    const space = spaceFor(caller, spaceId);
    requireSpaceRight(caller, 'admin', space);
    const { id } = organizationOf(caller, { type: 'space', row: space }, body.organization);
    const top = { ...placedIn(space, undefined), updatedAt: state.now() };
    return ok(presentSpace(caller, transferSpace(state, top, id)));
  },
} satisfies Partial<Handlers>;
