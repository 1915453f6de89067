import { t } from '@vscode/l10n';

/**
 * Returns a list in the language of the texts: "a, b, and c", or "a, b, or c" for a disjunction. Empty for no names.
 */
export function formatList(names: Iterable<string>, type: Intl.ListFormatType = 'conjunction'): string {
  return new Intl.ListFormat(textLanguage(), { type }).format(names);
}

/**
 * Returns the language of the texts, such as "de". It is English if there are no translations for VS Code's language.
 */
export function textLanguage(): string {
  return t({ message: 'en', comment: ['the code of the language of the translations'] });
}
