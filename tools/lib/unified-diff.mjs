// Takes a patch in the unified form back, exactly: no line is searched for, none is guessed.

/** What a patch says behind a last line that has no end. */
export const NO_END = '\\ No newline at end of file';

/** Lines with their ends. */
export const linesOf = (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Returns the hunks of a patch of one file: where each begins in the patched text, and its lines with their signs. */
function hunksOf(patch) {
  const hunks = [];
  for (const line of linesOf(patch)) {
    const head = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (head) hunks.push({ start: Number(head[1]), count: Number(head[2] ?? 1), lines: [] });
    else if (line.startsWith('\\')) hunks.at(-1).lines.push(hunks.at(-1).lines.pop().slice(0, -1));
    else if (hunks.length > 0) hunks.at(-1).lines.push(line);
  }
  return hunks;
}

/**
 * Returns the text that was there before the patch. Throws an Error if a line that the patch has put in, or has left, is not where the patch
 * says.
 */
export function revert(text, patch) {
  const lines = linesOf(text);
  const hunks = hunksOf(patch);
  if (hunks.length === 0) throw new Error('the patch has no hunk');
  // From the end, so that numbers of lines before stay true.
  for (const { start, count, lines: changes } of hunks.toReversed()) {
    const now = changes.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
    const before = changes.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
    const at = count === 0 ? start : start - 1;
    if (now.length !== count || now.some((line, index) => line !== lines[at + index]))
      throw new Error(`lines from ${start} are not as the patch leaves them`);
    lines.splice(at, count, ...before);
  }
  return lines.join('');
}
