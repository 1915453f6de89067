import { baseAddress } from './baseAddress.ts';
import { codePointName } from './invisibleCharacters.ts';

/** Returns the address of a server as requests take it; a host without a scheme is reached by https. */
export function serverAddress(text: string): string {
  return baseAddress(withScheme(text));
}

/** Says what is wrong with the address of a server, or nothing. */
export function addressViolation(text: string): string | undefined {
  const address = withScheme(text);
  if (!/^https?:/i.test(address)) return 'The address must begin with https://.';
  if (!URL.canParse(address) || !isWholeHost(text)) {
    return 'Enter the whole address of the server, such as https://api.example.com.';
  }
  const { protocol, hostname, username } = new URL(address);
  if (username) return 'Enter the address without a user name; the token is asked for next.';
  if (protocol === 'https:' || isLoopback(hostname)) return undefined;
  return 'Use an https address: with http, others on the network could read the token.';
}

/** Whether the host of an address is this machine. */
export function isLoopback(hostname: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

/** Returns the token in a pasted text, which may be a whole header. */
export function bearerToken(text: string): string {
  return text.trim().replace(/^(?:Authorization:\s*)?Bearer(?:\s+|$)/i, '');
}

/** Says what is wrong with a pasted token, or nothing. */
export function tokenViolation(text: string): string | undefined {
  const token = bearerToken(text);
  if (token === '') return 'Enter the token.';
  const [character] = /[^!-~]/u.exec(token) ?? [];
  if (character === undefined) return undefined;
  return `The token contains an invalid character (${nameOf(character)}). Copy only the token and paste it again.`;
}

/** Puts https:// before an address that was typed without a scheme. */
export function withScheme(text: string): string {
  const address = text.trim();
  // A port follows the colon of a host, and no scheme begins with a digit behind it.
  return /^[a-z][a-z\d+.-]*:(?!\d)/i.test(address) ? address : `https://${address}`;
}

/** A single word without a scheme is the beginning of a name, not a host. */
function isWholeHost(text: string): boolean {
  return /[.:]|^localhost\b/i.test(text.trim());
}

function nameOf(character: string): string {
  if (/[\r\n]/.test(character)) return 'a line break';
  if (/\s/.test(character)) return 'a space';
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `"${character}"` : codePointName(character);
}
