import type { MailFlags } from './sink.ts';

/** The flags that Kontor knows of those that a server has set. */
export const flagsOf = (flags: ReadonlySet<string> | undefined): MailFlags => {
  const lower = new Set([...(flags ?? [])].map((flag) => flag.toLowerCase()));
  return {
    seen: lower.has('\\seen'),
    answered: lower.has('\\answered'),
    flagged: lower.has('\\flagged'),
    deleted: lower.has('\\deleted'),
  };
};

/** Whether any flag is another. */
export const differ = (a: MailFlags, b: MailFlags): boolean =>
  a.seen !== b.seen || a.answered !== b.answered || a.flagged !== b.flagged || a.deleted !== b.deleted;
