// Packages out of whose files parts are cut that nothing uses: bundling leaves out whole files alone.
import { readFileSync } from 'node:fs';

/** By file: what is cut out, and what stands in for it. */
export const trimmed = {
  // How letters are joined in scripts that our fonts do not have (from Hangul on), and who asks for that.
  'node_modules/fontkit/dist/main.cjs': [
    [/^class [^\n]+\n[^\n]+planFeatures[^\n]+\n[^\n]+\n +'ljmo',.*?(?=^const \S+SHAPERS = )/ms, ''],
    [/(?<=^const \S+SHAPERS = )\{.*?^\}/ms, '{}'],
  ],
  // Which characters a password may have: printed pages have none.
  'node_modules/pdfkit/js/pdfkit.js': [
    [/(?<=^const unassigned_code_points = )\[.*?\]/ms, '[]'],
    [/(?<=^const bidirectional_r_al = )\[.*?\]/ms, '[]'],
    [/(?<=^const bidirectional_l = )\[.*?\]/ms, '[]'],
  ],
};

export function trim(file) {
  return trimmed[file].reduce(
    (code, [part, substitute]) => {
      if (!part.test(code)) throw new Error(`${file} has nothing like ${part}, which was to be cut out of it.`);
      return code.replace(part, substitute);
    },
    readFileSync(file, 'utf8'),
  );
}
