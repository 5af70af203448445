interface Paragraph {
  readonly depth: number;
  text: string;
  isOpen: boolean;
}

const SIGNATURE = '-- ';
/** Stands before a `>` that is a sign of the text: nothing of it is seen, and what looks for marks of quoting finds none. */
export const NO_MARK = '\u2060';

/**
 * Joins the lines of a `format=flowed` text that were broken only to be sent (RFC 3676, 4.5): marks of quoting are taken off first, then the
 * blank that guards a line; a line that ends in a blank goes on in the next one of the same depth. `delSp`: that blank is none of the text's.
 */
export function joinFlowed(text: string, delSp: boolean): string {
  const paragraphs: Paragraph[] = [];
  for (const raw of text.split(/\r?\n/)) {
    // Blanks between the marks are against the rules, and usual.
    const marks = /^>(?: ?>)*/.exec(raw)?.[0] ?? '';
    const depth = marks.replaceAll(' ', '').length;
    const line = raw
      .slice(marks.length)
      .replace(/^ /, '')
      .replace(/^(?=>)/, NO_MARK);
    const isSignature = line === SIGNATURE;
    const goesOn = line.endsWith(' ') && !isSignature;
    const rest = goesOn && delSp ? line.slice(0, -1) : line;
    const last = paragraphs.at(-1);
    if (last?.isOpen === true && last.depth === depth && !isSignature && line !== '') {
      last.text += rest;
      last.isOpen = goesOn;
    } else paragraphs.push({ depth, text: rest, isOpen: goesOn });
  }
  return paragraphs.map(({ depth, text: line }) => `${quote(depth)}${line}`).join('\n');
}

const quote = (depth: number): string => (depth === 0 ? '' : `${'>'.repeat(depth)} `);
