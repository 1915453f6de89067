import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** A module of the project: its path from the root, its text and what it imports. */
export interface Module {
  path: string;
  text: string;
  imports: Import[];
}

/** An entry of a menu, which is a command or a submenu. */
export interface MenuItem {
  command?: string;
  submenu?: string;
  when?: string;
  group?: string;
}

interface Import {
  /** A path from the root for modules of the project; otherwise the name of the package. */
  target: string;
  kind: 'value' | 'type' | 'lazy';
}

export function modules(folder: string): Module[] {
  return globSync(`${folder}/**/*.ts`, { cwd: root }).map(path => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, imports: importsOf(path, text) };
  });
}

/** Returns the manifest with its texts in a language, as VS Code shows it: English, "de" or "es". */
export function manifest(language?: string): Manifest {
  const texts = manifestTexts(language);
  const localized = (_: string, value: unknown) =>
    typeof value === 'string' && /^%.+%$/.test(value) ? texts[value.slice(1, -1)] : value;
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'), localized) as Manifest;
}

/** Returns the texts of the manifest in a language, by their keys in package.json. */
export function manifestTexts(language?: string): Record<string, string> {
  const file = language ? `package.nls.${language}.json` : 'package.nls.json';
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, string>;
}

/** A command. The palette also searches `original`, but does not show it: the title and common search words. */
export interface ManifestCommand {
  command: string;
  title: string | { value: string; original: string };
  category?: string;
  icon?: string;
  enablement?: string;
}

interface WalkthroughStep {
  id: string;
  title: string;
  description: string;
  media: { svg: string; altText: string };
  completionEvents: string[];
}

/** Returns the title of a command as users read it. */
export function titleOf({ title }: Pick<ManifestCommand, 'title'>): string {
  return typeof title === 'string' ? title : title.value;
}

export interface Manifest {
  name: string;
  publisher: string;
  displayName: string;
  description: string;
  version: string;
  repository: { url: string };
  bugs: { url: string };
  homepage: string;
  qna: string;
  pricing: string;
  keywords: string[];
  categories: string[];
  galleryBanner: { color: string; theme: string };
  engines: { vscode: string };
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
  dependencies?: Record<string, string>;
  enabledApiProposals?: string[];
  activationEvents: string[];
  extensionKind: string[];
  capabilities: { untrustedWorkspaces: { supported: unknown }; virtualWorkspaces: unknown };
  contributes: {
    jsonValidation: { fileMatch: string | string[]; url: string }[];
    commands: ManifestCommand[];
    walkthroughs: { id: string; steps: WalkthroughStep[] }[];
    viewsWelcome: { view: string; contents: string }[];
    menus: Record<string, MenuItem[]>;
    submenus: { id: string; label: string }[];
    configuration: { properties: Record<string, { scope?: string; description?: string; default?: unknown }> };
    [point: string]: unknown;
  };
}

function importsOf(path: string, text: string): Import[] {
  const imports: Import[] = [];
  const add = (specifier: string, kind: Import['kind']) => {
    const isOurs = specifier.startsWith('.');
    imports.push({ target: isOurs ? relative(root, join(root, dirname(path), specifier)) : specifier, kind });
  };
  for (const [, type, specifier = ''] of text.matchAll(/^(?:import|export)( type)?\s[^;]*?from '([^']+)'/gm)) {
    add(specifier, type ? 'type' : 'value');
  }
  for (const [, specifier = ''] of text.matchAll(/^import '([^']+)'/gm)) add(specifier, 'value');
  for (const [, specifier = ''] of text.matchAll(/(?<!typeof )\bimport\('([^']+)'\)/g)) add(specifier, 'lazy');
  for (const [, specifier = ''] of text.matchAll(/typeof import\('([^']+)'\)/g)) add(specifier, 'type');
  return imports;
}
