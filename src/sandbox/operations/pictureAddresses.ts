import { HttpError } from '../errors.ts';

/** How the Base64 of a picture begins, by its type. */
const beginnings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    iVBORw0KGgo: 'image/png',
    '/9j/': 'image/jpeg',
    R0lGOD: 'image/gif',
    UklGR: 'image/webp',
    PHN2Zy: 'image/svg+xml',
    PD94bWw: 'image/svg+xml',
  }),
);

/** An address that holds the picture itself, so that it can be looked at without asking the sandbox again. */
export function pictureAddress(base64: string): string {
  const known = [...beginnings].find(([beginning]) => base64.startsWith(beginning));
  return `data:${known?.[1] ?? 'application/octet-stream'};base64,${base64}`;
}

export function mustBePicture(field: string, base64: string): void {
  if (base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return;
  throw new HttpError(400, `${field} must be a picture in Base64, without anything before or after it.`);
}
