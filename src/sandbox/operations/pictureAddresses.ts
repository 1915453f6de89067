import { HttpError } from '../errors.ts';

/** Media types by the first characters of the Base64 text, which encode the signature of the format. */
const prefixes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    iVBORw0KGgo: 'image/png',
    '/9j/': 'image/jpeg',
    R0lGOD: 'image/gif',
    UklGR: 'image/webp',
    PHN2Zy: 'image/svg+xml',
    PD94bWw: 'image/svg+xml',
  }),
);

/** Returns a `data:` URL, so that clients show the picture without another request. */
export function pictureAddress(base64: string): string {
  const known = [...prefixes].find(([beginning]) => base64.startsWith(beginning));
  return `data:${known?.[1] ?? 'application/octet-stream'};base64,${base64}`;
}

export function assertPicture(field: string, base64: string): void {
  if (base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return;
  throw new HttpError(400, `${field} must be a picture in Base64, without anything before or after it.`);
}
