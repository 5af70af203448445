import { REPLY_TYPES, type ReplyType } from '@kontor/contract/mail';
import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { createValue, type Value } from '../../../client/value.ts';

/** An answer that is written beneath the mail that was opened. */
export interface AnswerBeneath {
  readonly kind: ReplyType;
  /** The mail that it answers: of a thread not always the one that was opened. */
  readonly aggregateId: string;
  readonly draftKey: string;
  /** False where it was put away, to go on with it later. */
  readonly isShown: boolean;
  /** Goes up each time that it is asked for, so that the focus goes there. */
  readonly turn: number;
  /** Until it is shown for the first time. From then on what the device has of it is gone on with, and without that there is none. */
  readonly isNew: boolean;
}

/** By the key of the mail that was opened. */
type Answers = Readonly<Record<string, AnswerBeneath>>;

/** Most answers that a window remembers as being beneath their mails. Of more, the oldest are forgotten here, and stay in the list of drafts. */
const MAX_ANSWERS = 50;
const AnswersSchema = v.record(
  v.string(),
  v.object({
    kind: v.picklist(REPLY_TYPES),
    aggregateId: v.string(),
    draftKey: v.string(),
    isShown: v.boolean(),
    turn: v.number(),
    isNew: v.boolean(),
  }),
);

const nameOf = (client: Client): string => `kontor.answers/${client.key}`;

function read(client: Client): Answers {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), AnswersSchema), client.env.tab.getItem(nameOf(client)));
  return stored.success ? stored.output : {};
}

const known = new WeakMap<Client, Value<Answers>>();

/** The answers that are written beneath mails in this window, of an account; they are there again when the page is loaded anew. */
export function answersOf(client: Client): Value<Answers> {
  const there = known.get(client);
  if (there !== undefined) return there;
  const made = createValue(read(client));
  known.set(client, made);
  return made;
}

function put(client: Client, next: Answers): void {
  const newest = Object.fromEntries(Object.entries(next).slice(-MAX_ANSWERS));
  answersOf(client).set(newest);
  client.env.tab.setItem(nameOf(client), JSON.stringify(newest));
}

/**
 * Shows an answer beneath the mail of that key: the one that was begun, or a new one. False where another one is written there already,
 * which is not put aside.
 */
export function beginAnswer(
  client: Client,
  opened: string,
  { kind, aggregateId }: Pick<AnswerBeneath, 'kind' | 'aggregateId'>,
): boolean {
  const there = answersOf(client).get()[opened];
  const isSame = there?.kind === kind && there.aggregateId === aggregateId;
  if (there?.isShown === true && !isSame) return false;
  const draftKey = isSame ? there.draftKey : client.env.newId();
  showAnswer(client, opened, { kind, aggregateId, draftKey }, !isSame);
  return true;
}

/** Shows an answer that is kept on the device under its key. */
export function showAnswer(
  client: Client,
  opened: string,
  answer: Pick<AnswerBeneath, 'kind' | 'aggregateId' | 'draftKey'>,
  isNew = false,
): void {
  const { [opened]: there, ...others } = answersOf(client).get();
  put(client, { ...others, [opened]: { ...answer, isShown: true, isNew, turn: (there?.turn ?? 0) + 1 } });
}

/** The answer has been shown. */
export function noteShown(client: Client, opened: string): void {
  const all = answersOf(client).get();
  const there = all[opened];
  if (there?.isNew === true) put(client, { ...all, [opened]: { ...there, isNew: false } });
}

/** The answer is out of sight, and gone on with when it is asked for again. */
export function putAnswerAway(client: Client, opened: string): void {
  const all = answersOf(client).get();
  const there = all[opened];
  if (there !== undefined) put(client, { ...all, [opened]: { ...there, isShown: false } });
}

/** The answer is sent, thrown away, or gone on with elsewhere. */
export function endAnswer(client: Client, opened: string): void {
  const { [opened]: _, ...others } = answersOf(client).get();
  put(client, others);
}
