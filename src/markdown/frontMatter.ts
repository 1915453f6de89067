/** Leaves the front matter of a page out: the text after it, and the line on which that begins. */
export function bodyAfterFrontMatter(text: string): { text: string; line: number } {
  const frontMatter = /^---[ \t]*\r?\n([\s\S]*?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text);
  if (!frontMatter || !looksLikeYaml(frontMatter[1] ?? '')) return { text, line: 0 };
  return { text: text.slice(frontMatter[0].length), line: frontMatter[0].split('\n').length - 1 };
}

/** A page may begin with a divider and hold another one: only `name: value` or a comment makes it front matter. */
function looksLikeYaml(text: string): boolean {
  const firstLine = text.split('\n').find(line => line.trim());
  return firstLine === undefined || /^(?:[\w-]+[ \t]*:|#)/.test(firstLine);
}
