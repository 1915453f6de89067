/** A word being typed after a mark: "@" and a member, or ":" and an emoji. */
export interface CompletionTrigger {
  mark: '@' | ':';
  typed: string;
}

/** Returns the completion trigger at the end of a text, or undefined if the text does not end with one. */
export function completionTriggerAt(text: string): CompletionTrigger | undefined {
  const { mark, typed = '' } = begun.exec(text)?.groups ?? {};
  return mark === '@' || mark === ':' ? { mark, typed } : undefined;
}

const begun = /(?:^|[\s(])(?<mark>[@:])(?<typed>[\p{L}\p{N}.+_-]*)$/u;

/** Returns true if a text ends within code: after a fence, or after open backticks on its last line. */
export function isInCode(text: string): boolean {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  let fence = '';
  for (const line of lines) {
    // The pattern is slow on the many lines of a long page.
    if (!line.includes('```') && !line.includes('~~~')) continue;
    const { run = '', rest = '' } = fenceOf.exec(line)?.groups ?? {};
    if (fence === '') fence = run;
    else if (run.startsWith(fence) && rest.trim() === '') fence = '';
  }
  return fence !== '' || last.replace(closedSpan, '').includes('`');
}

/** A fence of a code block. A line with backticks after a fence of backticks is an inline code span instead. */
const fenceOf = /^[\s>]*(?<run>`{3,}(?!.*`)|~{3,})(?<rest>.*)$/;

const closedSpan = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g;
