import { t } from '@vscode/l10n';

/**
 * Returns a list as people write it in the language of the texts: "a, b, and c", or "a, b, or c" for a disjunction.
 * Empty for no names.
 */
export function formatList(names: Iterable<string>, type: Intl.ListFormatType = 'conjunction'): string {
  return new Intl.ListFormat(textLanguage(), { type }).format(names);
}

/** The language of the texts, such as "de": English where there are no translations for VS Code's language. */
export function textLanguage(): string {
  return t({ message: 'en', comment: ['the code of the language of the translations'] });
}
