import { writeReply, type CalendarEvent, type CalendarReply } from '../../../platform/mailparse/index.ts';
import type { ChangeContext } from '../../../platform/operation/context.ts';
import { timeZoneOf } from '../../account/index.ts';
import { queueLetter, type Letter } from '../sending/queue.ts';
import { findWriter } from '../writing/store/people.ts';
import type { SenderRow } from '../writing/store/senders.ts';
import { whenInWords } from './rules.ts';
import { putAnswer } from './store.ts';
import { invitationTexts } from './texts.ts';

/** What somebody answers to an invitation, and from which address. */
export interface AnswerLetter extends Pick<CalendarReply, 'event' | 'answer' | 'comment' | 'counter'> {
  readonly userId: number;
  /** That was invited, as the invitation writes it. */
  readonly address: string;
  readonly sender: SenderRow;
  readonly language: 'de' | 'en';
  readonly past: Letter['past'];
}

type Texts = (typeof invitationTexts)['de' | 'en'];

/** What the mail says to whoever reads it without a calendar. */
function linesOf(
  { event, answer, comment, counter, language }: AnswerLetter,
  texts: Texts,
  { name, zone }: { readonly name: string; readonly zone: string },
): readonly string[] {
  const said = comment.trim();
  const when = (one: Pick<CalendarEvent, 'startDate' | 'endDate' | 'allDay'>) => whenInWords(one, language, zone);
  const standing = event.startDate.endsWith('Z') || event.allDay ? [texts.standing(when(event))] : [];
  const proposed = counter === undefined ? [] : [[texts.proposed(when(counter)), ...standing].join('\n')];
  return [
    texts.sentence[counter === undefined ? answer : 'counter'](name),
    ...proposed,
    ...(said === '' ? [] : [said]),
  ];
}

/** Puts an answer into the outbox, in the transaction of `ctx`, and notes it in the place of an earlier one. Its organiser has an address that can be sent to. Returns the id of the mail. */
export async function queueAnswer(ctx: ChangeContext, letter: AnswerLetter): Promise<number> {
  const { userId, address, sender, event, answer, counter, language, past } = letter;
  const { db, instance } = ctx;
  const texts = invitationTexts[language];
  const writer = await findWriter(db, instance.id, userId);
  const name = `${writer.firstName} ${writer.lastName}`.trim() || sender.name || address;
  const at = new Date(ctx.now());
  const comment = letter.comment.trim();
  const zone = event.isZoneKnown && event.timeZone !== '' ? event.timeZone : timeZoneOf(instance);
  const outgoingId = await queueLetter(ctx, {
    cause: 'invitation',
    userId,
    sender,
    to: [{ ...event.organiser }],
    subject: `${texts.subject[counter === undefined ? answer : 'counter']}${event.title}`.slice(0, 998).trim(),
    content: `${linesOf(letter, texts, { name, zone }).join('\n\n')}\n`,
    isPlain: true,
    past,
    calendar: {
      method: counter === undefined ? 'REPLY' : 'COUNTER',
      content: writeReply({ event, answer, me: { address, name }, comment, at, ...(counter && { counter }) }),
    },
  });
  const { uid, recurrence, sequence } = event;
  await putAnswer(db, instance.id, { uid, recurrence, sequence, userId, answer, at, outgoingId });
  return outgoingId;
}
