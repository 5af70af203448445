import type { MailAccount } from '@kontor/contract/mail';
import { EMPTY } from '../../../../editor/document.ts';
import { LOCALES, type Language } from '../../../../shell/language.ts';
import { toDoc } from '../../composer/schema.ts';
import { draftOf, emptyDraft, isAlone, type Absence, type AbsenceDraft, type Begun, type Whose } from './draft.ts';
import { exampleAnswer, reworded } from './example.ts';
import type { AbsenceTexts } from './texts.ts';
import { spanOfDay, spanWords, timesOf } from './when.ts';

/** What words depend on. `now`: in milliseconds since 1970. */
interface Around {
  readonly language: Language;
  readonly zone: string;
  readonly now: number;
}

interface Person {
  readonly userId: number;
  readonly fullName: string;
}

/** Whose absences somebody may plan, with their names: their own, those of mailboxes that they manage, and those of `others`. */
export const targetsOf = (
  t: AbsenceTexts,
  own: Whose,
  boxes: readonly MailAccount[],
  others: readonly Person[],
): readonly (readonly [whose: Whose, name: string])[] => [
  [own, t.me],
  ...boxes
    .filter((box) => box.changeable && !isAlone(box))
    .map(({ id, name }) => [{ userId: null, accountId: id }, t.mailbox(name)] as const),
  ...others
    .filter(({ userId }) => userId !== own.userId)
    .map(({ userId, fullName }) => [{ userId, accountId: null }, fullName] as const),
];

const docsOf = async ({ content, innerContent }: Absence) => ({
  doc: await toDoc(content),
  innerDoc: innerContent === '' ? EMPTY : await toDoc(innerContent),
});

/** Begins to edit an absence that is planned. */
export async function editingOf(whose: Whose, absence: Absence, zone: string): Promise<Begun> {
  const draft = draftOf(absence, await docsOf(absence), zone);
  return { whose, absence, version: absence.version, draft };
}

const untilOf = (day: string, around: Around): string => {
  const times = timesOf(spanOfDay(day), around.zone);
  return times === undefined ? '' : spanWords(times, around).until;
};

/** An absence of one day, with an example of an answer. `senderName`: what the placeholder of who is away is called. */
export function exampleDraft(
  t: AbsenceTexts,
  { accountId }: Whose,
  today: string,
  senderName: string,
  around: Around,
): AbsenceDraft {
  const until = untilOf(today, around);
  const isOurs = accountId !== null;
  const example = exampleAnswer(t.example, { until, substitute: undefined, senderName, isOurs });
  return emptyDraft(today, example.subject, example.doc);
}

/** Begins a new absence of one day with what the last one answered. */
export async function plannedAfter(whose: Whose, last: Absence, today: string, around: Around): Promise<Begun> {
  const until = untilOf(today, around);
  const before = spanWords(last, around).until;
  const draft = draftOf(last, await docsOf(last), around.zone);
  return {
    whose,
    absence: undefined,
    version: last.version,
    draft: {
      ...draft,
      span: spanOfDay(today),
      subject: draft.subject.replaceAll(before, until),
      doc: reworded(draft.doc, before, until),
      innerDoc: reworded(draft.innerDoc, before, until),
      substituteId: null,
    },
  };
}

/** What placeholders of an answer stand for in its preview. */
export function sampleOf(
  t: AbsenceTexts,
  sender: { readonly name: string; readonly email: string },
  companyName: string,
  { language, zone, now }: Around,
): Readonly<Record<string, string>> {
  const [first = '', ...rest] = sender.name.split(' ');
  const moment = new Date(now);
  return {
    'receiver.name': `${t.sample.first} ${t.sample.last}`,
    'receiver.firstName': t.sample.first,
    'receiver.lastName': t.sample.last,
    'receiver.email': t.sample.email,
    'sender.name': sender.name,
    'sender.firstName': first,
    'sender.lastName': rest.join(' '),
    'sender.email': sender.email,
    date: moment.toLocaleDateString(LOCALES[language], { timeZone: zone, dateStyle: 'long' }),
    time: moment.toLocaleTimeString(LOCALES[language], { timeZone: zone, timeStyle: 'short' }),
    subject: t.sample.subject,
    'instance.title': companyName,
  };
}
