/** Appends details of the environment to the message of a failed test, as paragraphs. */
export function appendDetails(error: Error, ...paragraphs: string[]): void {
  const added = paragraphs.filter(paragraph => paragraph !== '').map(paragraph => `\n\n${paragraph}`);
  if (added.length > 0) setMessage(error, [error.message, ...added].join(''));
}

/** Changes the message of an error and of its stack, which Node does not update. */
export function setMessage(error: Error, message: string): void {
  const { stack = '' } = error;
  const start = stack.indexOf(error.message);
  const frames = start < 0 ? '' : stack.slice(start + error.message.length);
  error.message = message;
  error.stack = `${error.name}: ${message}\n${frames}`;
}

/** Returns a paragraph with a list of lines; empty if there are none. */
export function paragraph(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map(line => `  ${line.replaceAll('\n', '\n  ')}`)].join('\n');
}
