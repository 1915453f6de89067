/** A word that begins with a mark: "@" and a member, or ":" and an emoji. */
export interface Begun {
  mark: '@' | ':';
  typed: string;
}

/** What is being typed at the end of a text behind a mark; undefined where the mark begins no word. */
export function begunIn(text: string): Begun | undefined {
  const { mark, typed = '' } = begun.exec(text)?.groups ?? {};
  return mark === '@' || mark === ':' ? { mark, typed } : undefined;
}

const begun = /(?:^|[\s(])(?<mark>[@:])(?<typed>[\p{L}\p{N}.+_-]*)$/u;

/** Whether a text ends within code: behind a fence, or behind backticks that are still open on its last line. */
export function isInCode(text: string): boolean {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  let fence = '';
  for (const line of lines) {
    const { run = '', rest = '' } = fenceOf.exec(line)?.groups ?? {};
    if (fence === '') fence = run;
    else if (run.startsWith(fence) && rest.trim() === '') fence = '';
  }
  return fence !== '' || last.replace(closedSpan, '').includes('`');
}

/** Behind a fence of backticks stand no others: those would be code within the line. */
const fenceOf = /^[\s>]*(?<run>`{3,}(?!.*`)|~{3,})(?<rest>.*)$/;

const closedSpan = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g;
