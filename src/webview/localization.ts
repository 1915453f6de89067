/// <reference lib="dom" />
import { config } from '@vscode/l10n';

// main.ts imports this before anything else, because tables of texts are translated when their module is loaded.
// The page has no translations where VS Code's language is English or has none.
const translations = document.getElementById('translations')?.textContent;
if (translations) config({ contents: translations });
