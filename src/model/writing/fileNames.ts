import { posix } from 'node:path';
import { withoutInvisible } from '../../api/words.ts';

/** The largest number of characters that the name of a file gets, its number included. */
const maxLength = 100;

/** Names that Windows keeps for devices, in any case and with any ending. */
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns a name that is one safe segment of a path, of an address and of Markdown, with the ending that it must have. */
export function safeFileName(name: string, ending?: string): string {
  const segment = withoutInvisible(name.normalize('NFC')).split(/[\\/]/).at(-1);
  const words = (segment ?? '').replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-').replace(/-*(\.+)-*/g, '$1');
  const { name: stem, ext } = posix.parse(words.replace(/^[-.]+|[-.]+$/g, ''));
  const shortened = Array.from(deviceNames.test(stem.split('.')[0] ?? '') ? `file-${stem}` : stem)
    .slice(0, maxLength - 20)
    .join('');
  return `${shortened || 'file'}${ending ?? ext.slice(0, 12)}`;
}

/** Returns a name, then the same with numbers: `map.png`, `map-1.png`, `map-2.png`. */
export function* numberedNames(name: string): Generator<string> {
  yield name;
  const { name: stem, ext } = posix.parse(name);
  for (let number = 1; ; number++) yield `${stem}-${number}${ext}`;
}
