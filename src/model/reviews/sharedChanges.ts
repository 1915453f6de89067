import { type Change, type ChangeVerb, otherChangeKinds } from '../content/changes.ts';
import { readSharedContent, type ReusableText, type SharedContent } from '../content/shared.ts';
import type { Snapshot } from '../content/snapshot.ts';

export type SharedKind = 'variables' | 'reusableContent';

/** Differences in the variables and reusable content of two revisions, and the kinds that could not be compared. */
export interface SharedChanges {
  changes: Change[];
  notCompared: readonly SharedKind[];
}

/** Compares the variables and reusable content of two revisions. Rejects if they cannot be read. */
export async function sharedChangesBetween(before: Snapshot, now: Snapshot): Promise<SharedChanges> {
  const [was, is] = await Promise.all([readSharedContent(before), readSharedContent(now)]);
  const variables = differences(new Map(variablesOf(was)), new Map(variablesOf(is))).map(([name, verb]): Change => {
    return { name, detail: otherChangeKinds.variable, verb, isMoved: false };
  });
  if (!was.texts || !is.texts) return { changes: variables, notCompared: ['reusableContent'] };
  const titles = new Map([...was.texts, ...is.texts].map(({ id, title }) => [id, title]));
  const texts = differences(new Map(textsOf(was.texts)), new Map(textsOf(is.texts))).map(([id, verb]): Change => {
    return {
      name: titles.get(id) ?? '',
      detail: otherChangeKinds.reusableContent,
      reusableContent: id,
      verb,
      isMoved: false,
    };
  });
  return { changes: [...variables, ...texts], notCompared: [] };
}

function variablesOf({ variables }: SharedContent): [name: string, value: string][] {
  return Object.entries(variables).map(([name, value]) => [name, String(value)]);
}

/** Returns the title and document of each text by ID. A changed text has another document. */
function textsOf(texts: readonly ReusableText[]): [id: string, value: string][] {
  return texts.map(({ id, title, document = '' }) => [id, JSON.stringify([title, document])]);
}

function differences(
  was: ReadonlyMap<string, string>,
  is: ReadonlyMap<string, string>,
): [key: string, verb: ChangeVerb][] {
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((key): [string, ChangeVerb][] => {
    if (!was.has(key)) return [[key, 'created']];
    if (!is.has(key)) return [[key, 'deleted']];
    return was.get(key) === is.get(key) ? [] : [[key, 'edited']];
  });
}
