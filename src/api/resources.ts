import type { paths } from './contract.d.ts';

/** The path of a resource or a list without `/v1` and with all parameters: `/spaces/s1/change-requests/4`. */
export type ResourcePath = `/${string}`;

/** Replaces the parameters of a path in the contract. */
export function resourcePath<Path extends keyof paths>(path: Path, parameters: ParametersOf<Path>): ResourcePath {
  return fillPath(path, parameters);
}

/** Replaces the parameters of a path that is known only at run time. A missing parameter becomes `undefined`. */
export function fillPath(path: string, parameters: Readonly<Record<string, unknown>>): ResourcePath {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name]).toWellFormed()),
  );
  return `/${filled.slice(1)}`;
}

type ParametersOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string> & ParametersOf<Rest>
  : Readonly<Record<string, string>>;
