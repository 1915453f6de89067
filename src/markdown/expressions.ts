export type ExpressionValue = string | number | boolean;

/** The variables that expressions may use: `page.vars.edition`, `space.vars.product`. */
export interface Variables {
  readonly page: Readonly<Record<string, ExpressionValue>> | undefined;
  readonly space: Readonly<Record<string, ExpressionValue>> | undefined;
}

/** Maximum number of characters of an expression, and of its value. */
const maxLength = { expression: 2000, value: 20_000 };

/**
 * Evaluates an expression of variables, texts and numbers that are joined by `+`. Undefined for unknown variables and
 * for other expressions, such as those that depend on the reader.
 */
export function evaluate(expression: string, variables: Variables): string | undefined {
  if (expression.length > maxLength.expression) return undefined;
  const value = new Evaluator(tokensIn(expression), variables).evaluate();
  const text = value === undefined ? undefined : String(value);
  return text !== undefined && text.length > maxLength.value ? undefined : text;
}

// Markdown escapes underscores within names, too.
const token =
  /(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<number>\d+(?:\.\d+)?(?![\w$]))|(?<name>(?:[A-Za-z$_]|\\_)(?:[\w$-]|\\_)*)|(?<sign>\S)/gs;

interface ExpressionToken {
  kind: 'text' | 'number' | 'name' | 'sign';
  value: string;
}

function tokensIn(expression: string): ExpressionToken[] {
  return [...expression.matchAll(token)].map(({ groups = {} }): ExpressionToken => {
    const { text, number, name, sign = '' } = groups;
    if (text !== undefined) return { kind: 'text', value: text.slice(1, -1).replace(/\\(.)/gs, '$1') };
    if (number !== undefined) return { kind: 'number', value: number };
    if (name !== undefined) return { kind: 'name', value: name.replaceAll('\\', '') };
    return { kind: 'sign', value: sign };
  });
}

/** Parses tokens in order. A syntax error makes the result undefined. */
class Evaluator {
  readonly #tokens: readonly ExpressionToken[];
  readonly #variables: Variables;
  #next = 0;

  constructor(tokens: readonly ExpressionToken[], variables: Variables) {
    [this.#tokens, this.#variables] = [tokens, variables];
  }

  evaluate(): ExpressionValue | undefined {
    const value = this.#sum();
    return this.#next === this.#tokens.length ? value : undefined;
  }

  #sum(): ExpressionValue | undefined {
    let sum = this.#operand();
    while (sum !== undefined && this.#takeSign('+')) {
      const operand = this.#operand();
      if (operand === undefined) return undefined;
      const areNumbers = typeof sum === 'number' && typeof operand === 'number';
      sum = areNumbers ? Number(sum) + Number(operand) : `${sum}${operand}`;
    }
    return sum;
  }

  #operand(): ExpressionValue | undefined {
    const { kind, value = '' } = this.#tokens[this.#next++] ?? {};
    if (kind === 'text') return value;
    if (kind === 'number') return Number(value);
    return kind === 'name' ? this.#variable(value) : undefined;
  }

  /** Parses `.vars.name` or `.vars["name"]` after the scope. */
  #variable(scope: string): ExpressionValue | undefined {
    const path = [scope];
    while (path.length < 3) {
      const isInBrackets = this.#takeSign('[');
      if (!isInBrackets && !this.#takeSign('.')) return undefined;
      const { kind, value = '' } = this.#tokens[this.#next++] ?? {};
      if (kind !== (isInBrackets ? 'text' : 'name')) return undefined;
      path.push(value);
      if (isInBrackets && !this.#takeSign(']')) return undefined;
    }
    const [, vars, name = ''] = path;
    const values = scope === 'space' || scope === 'page' ? this.#variables[scope] : undefined;
    return vars === 'vars' && values && Object.hasOwn(values, name) ? values[name] : undefined;
  }

  #takeSign(sign: string): boolean {
    const { kind, value } = this.#tokens[this.#next] ?? {};
    const isThere = kind === 'sign' && value === sign;
    if (isThere) this.#next++;
    return isThere;
  }
}
