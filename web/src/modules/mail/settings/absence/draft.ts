import type { ResultOf } from '@kontor/contract/kernel';
import type { absenceQueries, MailAccount } from '@kontor/contract/mail';
import { EMPTY, type WrittenNode } from '../../../../editor/document.ts';
import { isUnwritten } from '../../composer/editor/document.ts';
import { toHtml } from '../../composer/editor/to-html.ts';
import { spanOf, spanOfDay, timeFault, type Span, type TimeFault, type Times } from './when.ts';

export type Absence = ResultOf<typeof absenceQueries.absences>[number];

/** Whose absence: a person's or a mailbox's, one of both. */
export type Whose = Pick<Absence, 'userId' | 'accountId'>;
export const keyOfWhose = ({ userId, accountId }: Whose): string =>
  accountId === null ? `person ${userId}` : `account ${accountId}`;
export const isOf = (absence: Whose, whose: Whose): boolean => keyOfWhose(absence) === keyOfWhose(whose);

export interface AbsenceDraft {
  readonly span: Span;
  readonly answers: boolean;
  readonly subject: string;
  readonly doc: WrittenNode;
  /** Whether colleagues read something else. */
  readonly isInnerOther: boolean;
  readonly innerDoc: WrittenNode;
  readonly substituteId: number | null;
}

/** An absence that is written; without `absence` one that is to come. */
export interface Begun {
  readonly whose: Whose;
  readonly absence: Absence | undefined;
  /** What there is on the server to be written over, be it over; null where there is nothing. */
  readonly version: number | null;
  readonly draft: AbsenceDraft;
}

/** Somebody who may stand in. */
export interface Candidate {
  readonly id: number;
  readonly name: string;
  readonly isAway: boolean;
}

export const emptyDraft = (today: string, subject: string, doc: WrittenNode): AbsenceDraft => ({
  span: spanOfDay(today),
  answers: true,
  subject,
  doc,
  isInnerOther: false,
  innerDoc: EMPTY,
  substituteId: null,
});

/** An absence as it is written in the form. `docs`: both of its texts. */
export const draftOf = (
  absence: Absence,
  docs: { readonly doc: WrittenNode; readonly innerDoc: WrittenNode },
  zone: string,
): AbsenceDraft => ({
  ...docs,
  span: spanOf(absence, zone),
  answers: absence.answers,
  subject: absence.subject,
  isInnerOther: absence.innerContent !== '',
  substituteId: absence.substituteId,
});

export type Fault = TimeFault | 'textMissing' | 'innerTextMissing';
export type Faults = Partial<Record<'span' | 'text' | 'innerText', Fault>>;

/** What cannot be saved so. */
export function faultsOf(draft: AbsenceDraft, times: Times | undefined, now: number): Faults {
  const span = timeFault(times, now);
  const { answers, doc, isInnerOther, innerDoc } = draft;
  return {
    ...(span === undefined ? {} : { span }),
    ...(answers && isUnwritten(doc) ? { text: 'textMissing' as const } : {}),
    ...(answers && isInnerOther && isUnwritten(innerDoc) ? { innerText: 'innerTextMissing' as const } : {}),
  };
}

/** A draft as the contract has it. What is not answered keeps its text, for the next time. */
export const contentOf = ({ answers, subject, doc, isInnerOther, innerDoc, substituteId }: AbsenceDraft) => ({
  answers,
  subject: subject.trim(),
  content: isUnwritten(doc) ? '' : toHtml(doc),
  innerContent: isInnerOther && !isUnwritten(innerDoc) ? toHtml(innerDoc) : '',
  substituteId,
});

type Mailbox = Pick<MailAccount, 'id' | 'ownerId' | 'memberIds' | 'changeable'>;
/** A person's absence is about what they own and nobody else sees; what several share has one of its own. */
export const isAlone = ({ ownerId, memberIds }: Mailbox): boolean => memberIds.every((id) => id === ownerId);
export const mailboxesOf = <M extends Mailbox>(all: readonly M[], { userId, accountId }: Whose): readonly M[] =>
  all.filter((one) => (accountId === null ? one.ownerId === userId && isAlone(one) : one.id === accountId));
