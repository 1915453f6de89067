/// <reference lib="dom" />
import { config } from '@vscode/l10n';

// main.ts imports this module before all others, because tables of texts are translated when their module is loaded.
// The page has no translations if VS Code's language is English or not supported.
const translations = document.getElementById('translations')?.textContent;
if (translations) config({ contents: translations });
