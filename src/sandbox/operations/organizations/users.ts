import type { Schema } from '../../../api/routes.ts';
import { apiUrl } from '../../reply/addresses.ts';
import type { Caller } from '../../caller.ts';
import { notFound } from '../../errors.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { memberId } from '../../store/state.ts';
import { version } from '../../version.ts';

export const users = {
  'GET /': () => ok({ version, build: 'sandbox' }),

  'GET /user': (_, caller) => ok(presentUser(caller, caller.user.id)),

  'GET /users/{userId}': ({ userId }, caller) => {
    if (!sharesAnOrganization(caller, userId)) throw notFound('user', userId);
    return ok(presentUser(caller, userId));
  },
} satisfies Partial<Handlers>;

export function presentUser(caller: Caller, userId: string): Schema<'User'> {
  const { id, displayName, email, photoURL } = caller.state.users.get(userId);
  return {
    object: 'user',
    id,
    displayName,
    email,
    ...(photoURL === undefined ? {} : { photoURL }),
    urls: { location: apiUrl(caller, `/users/${id}`) },
  };
}

/** Returns true for the caller and for users of the same organizations; others are unknown to the caller. */
function sharesAnOrganization(caller: Caller, userId: string): boolean {
  if (userId === caller.user.id) return true;
  const memberships = caller.state.members.by('user', caller.user.id);
  return memberships.some(
    ({ disabled, organization }) => !disabled && caller.state.members.has(memberId(organization, userId)),
  );
}
