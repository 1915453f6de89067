/** Returns the text of a page after its front matter, and the line on which that text begins. */
export function bodyAfterFrontMatter(text: string): { text: string; line: number } {
  const frontMatter = /^---[ \t]*\r?\n([\s\S]*?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text);
  if (!frontMatter || !looksLikeYaml(frontMatter[1] ?? '')) return { text, line: 0 };
  return { text: text.slice(frontMatter[0].length), line: frontMatter[0].split('\n').length - 1 };
}

/**
 * Returns whether text between two dividers is front matter: its first line is `name: value` or a comment. A page may
 * also begin with a divider and contain another one.
 */
function looksLikeYaml(text: string): boolean {
  const firstLine = text.split('\n').find(line => line.trim());
  return firstLine === undefined || /^(?:[\w-]+[ \t]*:|#)/.test(firstLine);
}
