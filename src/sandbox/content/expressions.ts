import { parseBlocks } from '../../markdown/blocks.ts';
import { allBlocks } from '../../markdown/block.ts';

/** The variables that expressions may name: `page.vars.edition`, `space.vars.product`. */
export interface Variables {
  readonly page: Readonly<Record<string, string>> | undefined;
  readonly space: Readonly<Record<string, string>>;
}

/**
 * Markdown with the values of variables in place of the expressions that name them; an expression that says anything
 * else stays as it is. Values are one line of plain text, so that blocks stay what and where they are.
 */
export function evaluated(markdown: string, variables: Variables): string {
  if (!markdown.includes('expression')) return markdown;
  const code = allBlocks(parseBlocks(markdown)).filter(({ type }) => type === 'code');
  const isCode = (line: number) => code.some(({ start, end }) => start <= line && line <= end);
  const lines = markdown.split('\n');
  return lines.map((text, line) => (isCode(line) ? text : evaluatedLine(text, variables))).join('\n');
}

const codeSpan = String.raw`(?<!\x60)(?<fence>\x60+)(?!\x60).*?[^\x60]\k<fence>(?!\x60)`;
const expression = String.raw`<code class="expression">\s*(?<scope>page|space)\.vars\.(?<name>[\w-]+)\s*</code>`;
const codeOrExpression = new RegExp(`${codeSpan}|${expression}`, 'g');

function evaluatedLine(line: string, variables: Variables): string {
  return line.replaceAll(codeOrExpression, (written, ...rest) => {
    const { scope, name } = rest.at(-1) as { scope?: 'page' | 'space'; name?: string };
    const values = scope && variables[scope];
    if (!values || name === undefined || !Object.hasOwn(values, name)) return written;
    return plain(values[name] ?? '');
  });
}

/** Text that is read as itself wherever it stands: within HTML, in a table, at the start of a line. */
function plain(value: string): string {
  return value
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>&|~$]|^[-+#=]|(?<=^\d+)[.)](?=\s|$)/g, char => `&#${char.charCodeAt(0)};`);
}
