import { rendered } from '../../host/preview.ts';
import { describeOnce, pageUri } from '../../host/support.ts';
import { assertHarmless, fields, hostileTexts } from '../../hostile/fields.ts';

const uri = pageUri('heron-manual', 8, 'README.md');

describeOnce('hostile text in the Markdown preview of VS Code', () => {
  for (const [field, { page }] of Object.entries(fields)) {
    it(`runs nothing as ${field}`, async () => {
      for (const text of hostileTexts) {
        // VS Code renders formulas as MathML.
        const html = (await rendered(page(text), uri)).replaceAll(/(<\/?)(?:math|semantics)\b/g, '$1i');
        assertHarmless(html, text);
      }
    });
  }
});
