import { posix } from 'node:path';
import { withoutInvisible } from '../../api/escape.ts';

/** The maximum length of a file name in characters, with its number. */
const maxLength = 100;

/** Names that Windows reserves for devices, in any case and with any extension. */
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns a name that is safe as one segment of a path, of an address and of Markdown, with the required extension. */
export function safeFileName(name: string, ending?: string): string {
  const segment = withoutInvisible(name.normalize('NFC')).split(/[\\/]/).at(-1);
  const words = (segment ?? '').replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-').replace(/-*(\.+)-*/g, '$1');
  const { name: stem, ext } = posix.parse(words.replace(/^[-.]+|[-.]+$/g, ''));
  const shortened = Array.from(deviceNames.test(stem.split('.')[0] ?? '') ? `file-${stem}` : stem)
    .slice(0, maxLength - 20)
    .join('');
  return `${shortened || 'file'}${ending ?? ext.slice(0, 12)}`;
}

/** Returns a name, then numbered variants of it: `map.png`, `map-1.png`, `map-2.png`. */
export function* numberedNames(name: string): Generator<string> {
  yield name;
  const { name: stem, ext } = posix.parse(name);
  for (let number = 1; ; number++) yield `${stem}-${number}${ext}`;
}
