import { allBlocks } from '../../markdown/block.ts';
import { parseBlocks } from '../../markdown/blocks.ts';
import { evaluate, type Variables } from '../../markdown/expressions.ts';
import { decodeEntities } from '../../markdown/plainText.ts';

/**
 * Replaces expressions by the values of the variables that they name; other expressions stay unchanged. Values become
 * one line of plain text, so that blocks keep their types and line numbers.
 */
export function evaluateExpressions(markdown: string, variables: Variables): string {
  if (!markdown.includes('expression')) return markdown;
  const valueOf = valuesIn(variables);
  const lines = markdown.split('\n');
  let from = 0;
  const texts: string[] = [];
  const evaluateTo = (end: number) => {
    for (; from < Math.min(end, lines.length); from++) texts.push(evaluatedLine(lines[from] ?? '', valueOf));
  };
  for (const { type, start, end } of allBlocks(parseBlocks(markdown))) {
    if (type !== 'code') continue;
    evaluateTo(start);
    for (; from <= end; from++) texts.push(lines[from] ?? '');
  }
  evaluateTo(lines.length);
  return texts.join('\n');
}

/** The limit for inserted values, in characters; expressions beyond it stay unchanged. */
const maxInsertedLength = 500_000;

type ValueOf = (expression: string) => string | undefined;

/** Returns a function that evaluates each expression once, and returns undefined beyond the limit. */
function valuesIn(variables: Variables): ValueOf {
  let remaining = maxInsertedLength;
  const values = new Map<string, string | undefined>();
  return expression => {
    if (!values.has(expression)) {
      const value = evaluate(decodeEntities(expression), variables);
      values.set(expression, value === undefined ? undefined : escapeValue(value));
    }
    const value = values.get(expression);
    remaining -= value?.length ?? 0;
    return remaining < 0 ? undefined : value;
  };
}

const fenceOrExpression = /`+|<code class="expression">(?<expression>[^<\n]*)<\/code>/g;

function evaluatedLine(line: string, valueOf: ValueOf): string {
  if (!line.includes('expression')) return line;
  const endOfCode = codeSpans(line);
  let code = 0;
  return line.replaceAll(fenceOrExpression, (written, ...rest) => {
    const { expression } = rest.at(-1) as { expression?: string };
    const at = rest.at(-3) as number;
    if (at < code) return written;
    code = endOfCode.get(at) ?? code;
    return expression === undefined ? written : (valueOf(expression) ?? written);
  });
}

/** Maps the index of each run of backticks to the end of the next run of equal length, which closes the code span. */
function codeSpans(line: string): Map<number, number> {
  const ends = new Map<number, number>();
  const next = new Map<number, number>();
  for (const {
    index,
    0: { length },
  } of [...line.matchAll(/`+/g)].reverse()) {
    const end = next.get(length);
    if (end !== undefined) ends.set(index, end);
    next.set(length, index + length);
  }
  return ends;
}

/** Escapes a value as one line that Markdown reads literally within HTML, in tables and at the start of a line. */
function escapeValue(value: string): string {
  return value
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<>&|~$]|^[-+#=]|(?<=^\d+)[.)](?=\s|$)/g, char => `&#${char.charCodeAt(0)};`);
}
