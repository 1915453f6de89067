import { posix } from 'node:path';

/** Returns the files with unique names: a number is appended to a name that is taken. */
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
