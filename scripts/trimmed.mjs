// Packages out of whose files parts are cut that nothing uses: bundling leaves out whole files alone.
import { readFileSync } from 'node:fs';

/** By file: what is cut out, and what stands in for it. */
export const trimmed = {
  // How letters are joined in scripts that our fonts do not have (from Hangul on), and who asks for that.
  'node_modules/fontkit/dist/main.cjs': [
    [/^class [^\n]+\n[^\n]+planFeatures[^\n]+\n[^\n]+\n +'ljmo',.*?(?=^const \S+SHAPERS = )/ms, ''],
    [/(?<=^const \S+SHAPERS = )\{.*?^\}/ms, '{}'],
    // The names of glyphs that compact fonts share (CFF, and WOFF2): ours are TrueType, and in no archive of the web.
    ...['$860d3574d7fa3a51$export$2e2bcd8739ae039', '$c4ffe47cba1d7f36$export$dee0027060fa13bd'].map(emptied),
    ...['$c4ffe47cba1d7f36$export$4f58f497e14a53c3', '$1e7c7c16984e4427$export$c33b50336c234f16'].map(emptied),
    ...['$1e7c7c16984e4427$export$3ed0f9e1fee8d489', '$1e7c7c16984e4427$export$dc28be11139d4120'].map(emptied),
    emptied('$2f0bfd9a5c1d7b58$var$knownTags'),
  ],
  // What is wrong with a document, in words: nobody asks.
  'node_modules/hast-util-from-html/lib/errors.js': [[/(?<=^export const errors = )\{.*?^\}/ms, '{}']],
  // Which characters a password may have: printed pages have none.
  'node_modules/pdfkit/js/pdfkit.js': [
    [/(?<=^const unassigned_code_points = )\[.*?\]/ms, '[]'],
    [/(?<=^const bidirectional_r_al = )\[.*?\]/ms, '[]'],
    [/(?<=^const bidirectional_l = )\[.*?\]/ms, '[]'],
  ],
};

/** A list, known by its name, of which nothing is left. */
function emptied(name) {
  return [new RegExp(`(?<=^(?:let|var) ${name.replaceAll('$', '\\$')} = )\\[.*?^\\]`, 'ms'), '[]'];
}

export function trim(file) {
  return trimmed[file].reduce(
    (code, [part, substitute]) => {
      if (!part.test(code)) throw new Error(`${file} has nothing like ${part}, which was to be cut out of it.`);
      return code.replace(part, substitute);
    },
    readFileSync(file, 'utf8'),
  );
}
