/** Returns whether a page contains Git conflict markers. Markers in code are ignored, because they may be intended. */
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

/** The markers, in order. */
const marks = [/^<{7}( |$)/, /^={7}$/, /^>{7}( |$)/] as const;
