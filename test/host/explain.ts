/** Adds to the message of a failed test what can be seen from outside of it, one paragraph each. */
export function explain(error: Error, ...paragraphs: string[]): void {
  const { message, stack = '' } = error;
  const added = paragraphs.filter(paragraph => paragraph !== '').map(paragraph => `\n\n${paragraph}`);
  if (added.length === 0) return;
  // Node has written the message into the stack once and for all.
  const start = stack.indexOf(message);
  const frames = start < 0 ? '' : stack.slice(start + message.length);
  error.message = [message, ...added].join('');
  error.stack = `${error.name}: ${error.message}\n${frames}`;
}

/** A paragraph for a list of lines; nothing for an empty one. */
export function paragraph(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map(line => `  ${line.replaceAll('\n', '\n  ')}`)].join('\n');
}
