import { filledIn } from '../../api/resources.ts';
import { type Noun, nouns } from './nouns.ts';

/** One resource, by where it is. */
export interface Item {
  noun: Noun;
  /** What its path names, by the names of the parameters. */
  parameters: Readonly<Record<string, string>>;
}

/** The path of a resource, filled in. */
export function pathOf({ noun, parameters }: Item): `/${string}` {
  return filledIn(noun.path, parameters);
}

/** What a path of the service leads to; undefined where that is no resource. */
export function itemAt(path: string): Item | undefined {
  const segments = path.split('/').slice(1);
  for (const noun of nouns) {
    const parameters = matched(noun.path.split('/').slice(1), segments);
    if (parameters) return { noun, parameters };
  }
  return undefined;
}

/** The parameters by which a template is this path. */
function matched(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? '';
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined && part !== segment) return undefined;
    if (name === undefined) continue;
    const value = decoded(segment);
    if (!value) return undefined;
    parameters[name] = value;
  }
  return parameters;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Somebody has written it.
    return undefined;
  }
}
