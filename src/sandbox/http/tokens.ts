import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { HttpError } from '../errors.ts';
import type { UserRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';

/** The tokens of a sandbox. The first user's token is a random secret, from which those of other users are derived. */
export interface Tokens {
  readonly mainToken: string;
  of(userId: string): string;
  /** Returns the user of a request's token. Throws a 401 error if the token is missing or invalid. */
  userOf(request: Request): UserRow;
}

const settingId = 'token';

/** Returns the tokens with the wanted, the stored or a new secret, and stores it in the state. */
export function openTokens(state: State, wanted: string | undefined): Tokens {
  const stored = state.settings.find(settingId)?.value;
  const mainToken = wanted ?? stored ?? randomBytes(24).toString('base64url');
  if (mainToken !== stored) state.settings.put({ id: settingId, value: mainToken });

  const of = (userId: string) => {
    const user = state.users.get(userId);
    return user === state.users.all()[0] ? mainToken : tokenFor(mainToken, user.id);
  };
  return { mainToken, of, userOf: request => authenticate(state, of, request) };
}

function authenticate(state: State, tokenOf: (userId: string) => string, request: Request): UserRow {
  const header = request.headers.get('authorization');
  const hint = 'Send the header "Authorization: Bearer <token>" with the token that this sandbox gave out.';
  if (!header) throw unauthorized(`The request has no token. ${hint}`);
  const token = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  if (!token) throw unauthorized(`The Authorization header holds no bearer token. ${hint}`);

  const named = state.users.find(userIdIn(token));
  const user = named ?? state.users.all()[0];
  if (!user || !equal(token, tokenOf(user.id))) throw unauthorized(`The token is not valid here. ${hint}`);
  return user;
}

/** Derives a token: the user's ID and its HMAC, which cannot be created without the secret. */
function tokenFor(secret: string, userId: string): string {
  const name = Buffer.from(userId).toString('base64url');
  return `${name}.${createHmac('sha256', secret).update(userId).digest('base64url')}`;
}

function userIdIn(token: string): string {
  const [name = '', signature] = token.split('.');
  return signature === undefined ? '' : Buffer.from(name, 'base64url').toString();
}

function equal(a: string, b: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function unauthorized(message: string): HttpError {
  return new HttpError(401, message, { 'www-authenticate': 'Bearer' });
}
