/** Whether a page has the marks that Git leaves where two sides have changed the same lines. Code shows some on purpose. */
export function hasConflictMarks(markdown: string): boolean {
  let fence: string | undefined;
  let next = 0;
  for (const line of markdown.split(/\r?\n/)) {
    const [, fences] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== undefined) {
      if (fences?.startsWith(fence)) fence = undefined;
      continue;
    }
    fence = fences;
    if (marks[next]?.test(line)) next++;
    if (next === marks.length) return true;
  }
  return false;
}

/** The marks in their order. */
const marks = [/^<{7}( |$)/, /^={7}$/, /^>{7}( |$)/] as const;
