/** The values of the context keys in `when` clauses. */
export type ContextKeys = Readonly<Record<string, unknown>>;

/** Returns true if a `when` clause of the manifest holds, as VS Code evaluates it. A missing clause always holds. */
export function isWhenMet(when: string | undefined, keys: ContextKeys): boolean {
  if (when === undefined) return true;
  const tokens = tokensOf(when);
  let next = 0;
  const takes = (token: string) => tokens[next] === token && next++ >= 0;
  const or = (): boolean => {
    let result = and();
    while (takes('||')) result = and() || result;
    return result;
  };
  const and = (): boolean => {
    let result = not();
    while (takes('&&')) result = not() && result;
    return result;
  };
  const not = (): boolean => {
    if (takes('!')) return !not();
    if (!takes('(')) return comparison();
    const result = or();
    if (!takes(')')) throw new Error(`A parenthesis is not closed: ${when}`);
    return result;
  };
  const comparison = (): boolean => {
    const key = tokens[next++] ?? '';
    const value = key === 'true' || (key !== 'false' && keys[key]);
    if (takes('not')) return !isIn(value);
    if (tokens[next] === 'in') return isIn(value);
    if (takes('==')) return asText(value) === operand();
    if (takes('!=')) return asText(value) !== operand();
    if (takes('=~')) return new RegExp(operand()).test(asText(value));
    return Boolean(value);
  };
  const isIn = (value: unknown): boolean => {
    next++;
    const list = keys[tokens[next++] ?? ''];
    return Array.isArray(list) && list.includes(value);
  };
  const operand = (): string => (tokens[next++] ?? '').replace(/^(['/])(.*)\1$/s, '$2');
  const result = or();
  if (next < tokens.length) throw new Error(`"${tokens[next]}" is not understood: ${when}`);
  return result;
}

function tokensOf(when: string): string[] {
  return when.match(/\|\||&&|==|!=|=~|[!()]|'[^']*'|\/(?:[^/\\]|\\.)+\/|[^\s!()=|&]+/g) ?? [];
}

function asText(value: unknown): string {
  return value === undefined || value === false ? '' : String(value);
}
