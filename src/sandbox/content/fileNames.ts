import { posix } from 'node:path';

/** The files, each with a name that no other file has: a number is put behind one that is taken. */
export function withFreeNames<T extends { name: string }>(
  files: readonly T[],
  present: readonly { name: string }[],
): T[] {
  const taken = new Set(present.map(({ name }) => name));
  return files.map(file => {
    const name = freeName(file.name, taken);
    taken.add(name);
    return { ...file, name };
  });
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  const { name: stem, ext } = posix.parse(name);
  let free = name;
  for (let number = 1; taken.has(free); number++) free = `${stem}-${number}${ext}`;
  return free;
}
