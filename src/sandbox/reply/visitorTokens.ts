import { timingSafeEqual } from 'node:crypto';
import type { UserRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';
import { sign } from './signature.ts';

const daySeconds = 24 * 60 * 60;

interface Claims {
  readonly organization: string;
  /** Seconds since 1970. */
  readonly exp: number;
}

/** Returns a JWT that authenticates a visitor of the organization's published content. */
export function visitorToken(state: State, user: UserRow, organization: string): string {
  const iat = seconds(state);
  const { id: sub, email, displayName: name } = user;
  const head = [
    { alg: 'HS256', typ: 'JWT' },
    { sub, email, name, organization, iat, exp: iat + daySeconds },
  ];
  const signed = head.map(part => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${signatureOf(state, signed)}`;
}

/** Returns true for an unexpired token of this sandbox for the organization. */
export function isVisitorToken(state: State, token: string, organization: string): boolean {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const [received, expected] = [Buffer.from(signature), Buffer.from(signatureOf(state, `${header}.${claims}`))];
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return false;
  const known = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
  return known.organization === organization && known.exp > seconds(state);
}

function signatureOf(state: State, signed: string): string {
  return sign(state, signed, 'base64url');
}

function seconds(state: State): number {
  return Math.floor(Date.parse(state.now()) / 1000);
}
