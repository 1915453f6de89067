import { t } from '@vscode/l10n';
import { baseAddress } from './baseAddress.ts';
import { codePointName } from './invisibleCharacters.ts';

/** Returns the base address of a server. An address without a scheme gets https. */
export function serverAddress(text: string): string {
  return baseAddress(withScheme(text));
}

/** Returns a sentence about an invalid server address; undefined if it is valid. */
export function addressViolation(text: string): string | undefined {
  const address = withScheme(text);
  if (!/^https?:/i.test(address)) return t('The address must begin with https://.');
  if (!URL.canParse(address) || !isWholeHost(text)) {
    return t('Enter the whole address of the server, such as https://api.example.com.');
  }
  const { protocol, hostname, username } = new URL(address);
  if (username) return t('Enter the address without a user name; the token is asked for next.');
  if (protocol === 'https:' || isLoopback(hostname)) return undefined;
  return t('Use an https address: with http, others on the network could read the token.');
}

/** Returns true if the host of an address is this machine. */
export function isLoopback(hostname: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

/** Returns the token in a pasted text, which may be a whole Authorization header. */
export function bearerToken(text: string): string {
  return text.trim().replace(/^(?:Authorization:\s*)?Bearer(?:\s+|$)/i, '');
}

/** Returns a sentence about an invalid token; undefined if it is valid. */
export function tokenViolation(text: string): string | undefined {
  const token = bearerToken(text);
  if (token === '') return t('Enter the token.');
  const [character] = /[^!-~]/u.exec(token) ?? [];
  if (character === undefined) return undefined;
  return t`The token contains an invalid character (${nameOf(character)}). Copy only the token and paste it again.`;
}

/** Adds https:// to an address without a scheme. */
export function withScheme(text: string): string {
  const address = text.trim();
  // A digit after the colon is the port of a host, because no scheme is followed by a digit.
  return /^[a-z][a-z\d+.-]*:(?!\d)/i.test(address) ? address : `https://${address}`;
}

/** Returns false for a single word without a scheme, which is probably an incomplete host name. */
function isWholeHost(text: string): boolean {
  return /[.:]|^localhost\b/i.test(text.trim());
}

function nameOf(character: string): string {
  if (/[\r\n]/.test(character)) return t('a line break');
  if (/\s/.test(character)) return t('a space');
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `"${character}"` : codePointName(character);
}
