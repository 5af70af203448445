interface Paragraph {
  readonly depth: number;
  text: string;
  isOpen: boolean;
}

const SIGNATURE = '-- ';

/**
 * Joins the lines of a `format=flowed` text that were broken only to be sent (RFC 3676, 4.5): marks of quoting are taken off first, then the
 * blank that guards a line; a line that ends in a blank goes on in the next one of the same depth. `delSp`: that blank is none of the text's.
 */
export function joinFlowed(text: string, delSp: boolean): string {
  const paragraphs: Paragraph[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(raw)?.[0].length ?? 0;
    const line = raw.slice(depth).replace(/^ /, '');
    const isSignature = line === SIGNATURE;
    const goesOn = line.endsWith(' ') && !isSignature;
    const rest = goesOn && delSp ? line.slice(0, -1) : line;
    const last = paragraphs.at(-1);
    if (last?.isOpen === true && last.depth === depth && !isSignature) {
      last.text += rest;
      last.isOpen = goesOn;
    } else paragraphs.push({ depth, text: rest, isOpen: goesOn });
  }
  return paragraphs.map(({ depth, text: line }) => `${quote(depth)}${line}`).join('\n');
}

const quote = (depth: number): string => (depth === 0 ? '' : `${'>'.repeat(depth)} `);
