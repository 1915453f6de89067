import { t } from '@vscode/l10n';
import { hasVisibleText } from '../../api/escape.ts';
import type { File, Page } from './layout.ts';

/**
 * Returns the usable pages of a reply: those with an ID, each with a title and a list of children. Other servers leave
 * out, or set to null, what the contract promises.
 */
export function normalizePages(pages: readonly (Page | null | undefined)[] | null | undefined): Page[] {
  return objectsIn(pages)
    .filter(hasId)
    .map(page => {
      const { pages: children, ...fields } = page;
      const title = hasVisibleText(page.title) ? page.title : t('Untitled');
      const type = typeof page.type === 'string' ? page.type : 'document';
      return { ...fields, title, type, ...(children && { pages: normalizePages(children) }) };
    });
}

/** Returns the usable files of a reply, each with a name. */
export function normalizeFiles(files: readonly (File | null | undefined)[] | null | undefined): File[] {
  return objectsIn(files)
    .filter(hasId)
    .map(file => ({ ...file, name: hasVisibleText(file.name) ? file.name : file.id }));
}

function objectsIn<T extends object>(items: readonly (T | null | undefined)[] | null | undefined): T[] {
  return Array.isArray(items) ? items.filter((item): item is T => typeof item === 'object' && item !== null) : [];
}

function hasId({ id }: { id: unknown }): boolean {
  return typeof id === 'string' && id !== '';
}
