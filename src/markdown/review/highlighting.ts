import { tokenizeHtml } from '../htmlTokens.ts';
import { decodeEntities } from '../plainText.ts';
import { allChanges, type BlockChange } from './change.ts';
import { element, escapeHtml, type Html } from './element.ts';

/** Code and formulas of a page, on either side, that another renderer must highlight or typeset. */
export interface Highlightable {
  codes: readonly { language: string; source: string }[];
  formulas: readonly string[];
}

export function highlightableIn(changes: readonly BlockChange[]): Highlightable {
  const all = allChanges(changes);
  const blocks = all.flatMap(({ before, after }) => [before, after]).filter(block => block !== undefined);
  const codes = blocks.flatMap(({ type, language = '', source }) => {
    return type === 'code' && language ? [{ language, source }] : [];
  });
  const runs = all.flatMap(({ words = [], cells = [] }) => [...words, ...cells.flatMap(cell => cell.words)]);
  const inline = runs
    .flatMap(run => ('before' in run ? run.before : []))
    .concat(runs.flatMap(run => ('after' in run ? run.after : [])));
  const formulas = [
    ...blocks.filter(({ type }) => type === 'math').map(({ source }) => source),
    ...inline.filter(({ inlineObject }) => inlineObject?.kind === 'math').map(({ text }) => text),
  ];
  return { codes, formulas: [...new Set(formulas)] };
}

/**
 * Extracts the lines of highlighted code from the output of the editor's Markdown renderer: only texts and class names.
 * Undefined if the text differs from the source.
 */
export function highlightedLines(html: string, source: string): Html[] | undefined {
  const [, inside = ''] = /<code\b[^>]*>([\s\S]*)<\/code><\/pre>/.exec(html) ?? [];
  const lines = [{ html: '', text: '' }];
  const open: string[] = [];
  const add = (html: string, text = '') => {
    const last = lines.at(-1);
    if (last) [last.html, last.text] = [last.html + html, last.text + text];
  };
  for (const token of tokenizeHtml(inside)) {
    if (token.kind === 'end') {
      if (open.pop() !== undefined) add('</span>');
    } else if (token.kind === 'start') {
      if (token.name !== 'span') return undefined;
      open.push(startOf(token.attributes.find(({ name }) => name === 'class')?.value ?? ''));
      add(open.at(-1) ?? '');
    } else {
      decodeEntities(token.source)
        .split('\n')
        .forEach((text, index) => {
          if (index > 0) {
            add('</span>'.repeat(open.length));
            lines.push({ html: open.join(''), text: '' });
          }
          add(escapeHtml(text), text);
        });
    }
  }
  // The output of the renderer ends with an empty line.
  if (lines.pop()?.text !== '' || open.length > 0) return undefined;
  return lines.map(({ text }) => text).join('\n') === source ? lines.map(line => line.html) : undefined;
}

function startOf(classNames: string): Html {
  const known = classNames.split(' ').filter(name => /^hljs-[\w-]+$/.test(name));
  return `<span class="${known.join(' ')}">`;
}

/**
 * Extracts a formula as MathML from the output of the editor's Markdown renderer. Undefined if it is another formula.
 */
export function mathOf(html: string, formula: string): Html | undefined {
  const [, inside = '', written = ''] =
    /<math\b[^>]*><semantics>([\s\S]*?)<annotation\b[^>]*>([^<]*)<\/annotation><\/semantics><\/math>/.exec(html) ?? [];
  if (decodeEntities(written).trim() !== formula.trim()) return undefined;
  const made: Html[] = [];
  for (const token of tokenizeHtml(inside)) {
    if (token.kind === 'text') made.push(escapeHtml(decodeEntities(token.source)));
    else if (!mathNames.has(token.name)) return undefined;
    else if (token.kind === 'end') made.push(`</${token.name}>`);
    else {
      const allowed = token.attributes.filter(
        ({ name, value = '' }) => mathAttributes.has(name) && /^[\w.#%-]*$/.test(value),
      );
      const attributes = Object.fromEntries(allowed.map(({ name, value }) => [name, value]));
      made.push(element(token.name, attributes).replace(/<\/[^<]*$/, ''));
    }
  }
  return made.join('');
}

const mathNames: ReadonlySet<string> = new Set(
  'menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none'.split(
    ' ',
  ),
);

const mathAttributes: ReadonlySet<string> = new Set(
  'accent accentunder columnalign columnspan depth displaystyle fence height linethickness lspace mathsize mathvariant maxsize minsize movablelimits notation rowspan rspace scriptlevel separator stretchy symmetric voffset width'.split(
    ' ',
  ),
);
