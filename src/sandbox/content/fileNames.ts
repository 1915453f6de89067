import { posix } from 'node:path';

/** The name, or with a number behind it where it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const { name: stem, ext } = posix.parse(name);
  let free = name;
  for (let number = 1; taken.has(free); number++) free = `${stem}-${number}${ext}`;
  return free;
}
