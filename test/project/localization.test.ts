import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestTexts, root } from './sources.ts';
import { type Text, textsIn, translations, untranslatedIn } from './texts.ts';

const languages = ['de', 'es'];
/** Modules with sentences that are not for users of this window: what is stored on the server, and log entries. */
const untranslatedModules = [
  'src/features/links/suggest.ts',
  'src/model/discussions/commentTarget.ts',
  'src/model/discussions/parseComments.ts',
  'src/api/inFlight.ts',
];
const placeholder = /\{\d+\}/g;

describe('texts of the extension', function () {
  this.timeout(30_000);
  let texts: Text[];

  before(() => (texts = textsIn('src')));

  it('are localized, unless users do not read them', () => {
    const isTranslated = (place: string) => !untranslatedModules.some(path => place.startsWith(`${path}:`));
    assert.deepEqual(untranslatedIn('src').filter(isTranslated), []);
  });

  it('are whole sentences: without leading or trailing spaces, and without adjacent placeholders', () => {
    const isWhole = (key: string) =>
      key === key.trim() && !(/\{\d+\}/.test(key) && /[{}]/.test(key.replace(placeholder, '')));
    assert.deepEqual(texts.filter(({ key }) => !isWhole(key)).map(placeOf), []);
  });

  it('are localized inside functions in modules that may be loaded before the translations', () => {
    const early = ({ path, isAtModuleLevel }: Text) => isAtModuleLevel && /^src\/(api|markdown)\//.test(path);
    assert.deepEqual(texts.filter(early).map(placeOf), []);
  });

  for (const language of languages) {
    describe(`in the language "${language}"`, () => {
      it('are all translated, and no others', () => {
        const [keys, translated] = [new Set(texts.map(({ key }) => key)), translations(language)];
        assert.deepEqual(texts.filter(({ key }) => !translated[key]?.trim()).map(placeOf), []);
        assert.deepEqual(
          Object.keys(translated).filter(key => !keys.has(key)),
          [],
        );
      });

      it('have the same placeholders as in English', () => {
        const wrong = Object.entries(translations(language)).filter(([key, text]) => partsOf(key) !== partsOf(text));
        assert.deepEqual(wrong, []);
      });

      it('are all translated in the manifest, and no others', () => {
        assert.deepEqual(Object.keys(manifestTexts(language)).sort(), Object.keys(manifestTexts()).sort());
      });

      it('contain the English title of each command in the keywords of the palette', () => {
        const [texts, translated] = [manifestTexts(), manifestTexts(language)];
        const commands = Object.keys(texts).flatMap(key => /^keywords\.(.+)/.exec(key)?.[1] ?? []);
        assert.ok(commands.length > 0);
        const isNamed = (command: string) =>
          translated[`keywords.${command}`]?.startsWith(texts[`command.${command}`] ?? '') ?? false;
        assert.deepEqual(
          commands.filter(command => !isNamed(command)),
          [],
        );
      });
    });
  }

  it('are all declared in the manifest, and used there', () => {
    const used: string[] = [];
    const raw: string[] = [];
    const { description, capabilities, contributes } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    ) as Record<string, unknown>;
    for (const text of stringsIn({ description, capabilities, contributes })) {
      if (/^%.+%$/.test(text)) used.push(text.slice(1, -1));
      else if (/^[A-Z]\w* \w+|[.?!…]$/.test(text)) raw.push(text);
    }
    assert.deepEqual([...new Set(used)].sort(), Object.keys(manifestTexts()).sort());
    assert.deepEqual(raw, []);
  });
});

/** Returns the texts in a value of JSON, at any depth. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function placeOf({ path, line, key }: Text): string {
  return `${path}:${line} ${key}`;
}

function partsOf(text: string): string {
  return [...new Set(text.match(placeholder))].sort().join();
}
