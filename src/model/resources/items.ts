import { fillPath } from '../../api/resources.ts';
import { type ResourceDefinition, resourceDefinitions } from './resourceDefinitions.ts';

/** A resource and where it is. */
export interface Item {
  definition: ResourceDefinition;
  /** The values of the parameters in its path, by name. */
  parameters: Readonly<Record<string, string>>;
}

/** Returns the path of a resource with its parameters filled in. */
export function pathOf({ definition, parameters }: Item): `/${string}` {
  return fillPath(definition.path, parameters);
}

/** Returns the resource at a path of the service; undefined if the path is not that of a resource. */
export function itemAt(path: string): Item | undefined {
  const segments = path.split('/').slice(1);
  for (const definition of resourceDefinitions) {
    const parameters = matched(definition.path.split('/').slice(1), segments);
    if (parameters) return { definition, parameters };
  }
  return undefined;
}

/** Returns the parameters with which a template equals the path; undefined if it does not match. */
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
    // The user may have typed an invalid address.
    return undefined;
  }
}
