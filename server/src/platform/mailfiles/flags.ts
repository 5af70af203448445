/** What a mail program kept about a mail. */
export interface Flags {
  readonly seen: boolean;
  readonly answered: boolean;
  readonly flagged: boolean;
  readonly draft: boolean;
  readonly trashed: boolean;
}

const flagsFrom = (letters: string, names: Readonly<Record<keyof Flags, string>>): Flags => {
  const has = (flag: keyof Flags) => letters.includes(names[flag]);
  return {
    seen: has('seen'),
    answered: has('answered'),
    flagged: has('flagged'),
    draft: has('draft'),
    trashed: has('trashed'),
  };
};

/** Flags in the name of a Maildir's file, `…:2,FRS`; some systems write another sign than the colon. Undefined where there are none. */
export function maildirFlags(fileName: string): Flags | undefined {
  const letters = /[:;!_]2,([A-Za-z]*)$/.exec(fileName)?.[1];
  if (letters === undefined) return undefined;
  return flagsFrom(letters, { seen: 'S', answered: 'R', flagged: 'F', draft: 'D', trashed: 'T' });
}

/** Flags in the header fields `Status` and `X-Status` that mail programs write into mbox files. Undefined where there are none. */
export function mboxFlags(mail: Buffer): Flags | undefined {
  const end = mail.indexOf('\n\n') >= 0 ? mail.indexOf('\n\n') : mail.indexOf('\r\n\r\n');
  const header = mail.toString('latin1', 0, end < 0 ? Math.min(mail.length, 65_536) : end);
  const letters = [...header.matchAll(/^(?:X-)?Status:[ \t]*([A-Z]*)[ \t]*\r?$/gim)].map((field) => field[1]);
  if (letters.length === 0) return undefined;
  return flagsFrom(letters.join(''), { seen: 'R', answered: 'A', flagged: 'F', draft: 'T', trashed: 'D' });
}
