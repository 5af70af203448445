/**
 * The form in which the demo's content is written: a story is a subject and its mails in order.
 * A body is plain text, one line per paragraph or hard line break; "- " starts a list item,
 * "| a | b |" a table row, "![alt](file)" shows an inline image of the mail's files.
 */
import type { DemoFile } from './files.ts';
import type { PersonKey } from './people.ts';

export const MAILBOXES = ['anna', 'ben', 'chris', 'info', 'service'] as const;
export type Mailbox = (typeof MAILBOXES)[number];
export const STATUSES = ['unseen', 'seen', 'ready'] as const;
export type Status = (typeof STATUSES)[number];

export interface MailOptions {
  cc?: PersonKey[];
  /** Where the mail lies when sender and receiver do not say it. */
  box?: Mailbox;
  status?: Status;
  files?: DemoFile[];
  /** The index in the story this mail answers; the mail before by default, 'none' starts anew. */
  answers?: number | 'none';
  forward?: boolean;
  /** Replaces the subject made from the story's. */
  subject?: string;
  /** Without the quoted mail below. */
  bare?: boolean;
  headers?: Record<string, string>;
  /** A finished HTML body; the body is then the text alternative, empty for none. */
  html?: string;
  /** An HTML body that stands alone, whatever the sender's client usually does. */
  htmlOnly?: boolean;
  unsigned?: boolean;
  /** Shows the sender's logo below the signature. */
  logo?: DemoFile;
}

export interface StoryMail extends MailOptions {
  from: PersonKey;
  to: PersonKey[];
  at: string;
  body: string;
}

export interface Story {
  subject: string;
  mails: StoryMail[];
}

export function story(subject: string, ...mails: StoryMail[]): Story {
  return { subject, mails };
}

export function mail(
  from: PersonKey,
  to: PersonKey | PersonKey[],
  at: string,
  body: string,
  options: MailOptions = {},
): StoryMail {
  return { ...options, from, to: Array.isArray(to) ? to : [to], at, body };
}
