import { itemKeyOf } from '@kontor/contract/kernel';
import { messageCommands, type MessageText } from '@kontor/contract/message';
import type * as v from 'valibot';
import type { QueuedCommand, Refusal } from '../../../client/core/command.ts';

type Params<N extends 'edit' | 'takeBack' | 'react'> = v.InferInput<(typeof messageCommands)[N]['params']>;
type Given = Pick<QueuedCommand, 'name' | 'params'>;

const { edit, takeBack, react } = messageCommands;
const NAMES: ReadonlySet<string> = new Set([edit.name, takeBack.name, react.name]);
const MINUTE_MS = 60_000;

/** A thread of a message: its item's key, and whose with the sender. */
export interface ThreadOf {
  readonly key: string;
  readonly partner: number | null;
}

/** Number of the text of a thread that a command changes; undefined where it changes none. The first text is one in all threads. */
export function noOfCommand({ name, params }: Given, { key, partner }: ThreadOf): number | undefined {
  if (!NAMES.has(name)) return undefined;
  const { aggregateId, communicationPartnerUserId = null, no } = params as Params<'takeBack'>;
  if (itemKeyOf(aggregateId) !== key) return undefined;
  return communicationPartnerUserId === partner || (no === 0 && name !== react.name) ? no : undefined;
}

/** Who has put which signs to a text once somebody puts one, or takes it away. */
function withSign(reactions: MessageText['reactions'], { sign, isOn }: Params<'react'>, userId: number) {
  const others = (userIds: readonly number[]) => userIds.filter((id) => id !== userId);
  const isKnown = reactions.some((one) => one.sign === sign);
  return [...reactions, ...(isKnown || !isOn ? [] : [{ sign, userIds: [] }])]
    .map((one) =>
      one.sign === sign ? { sign, userIds: isOn ? [...others(one.userIds), userId] : others(one.userIds) } : one,
    )
    .filter(({ userIds }) => userIds.length > 0);
}

/** A text once a command of the person that changes it was carried out. `now`: ISO 8601. */
export function withCommand(
  text: MessageText,
  { name, params }: Given,
  { ownId, now }: { readonly ownId: number; readonly now: string },
): MessageText {
  if (name === react.name) return { ...text, reactions: withSign(text.reactions, params as Params<'react'>, ownId) };
  if (name === takeBack.name)
    // As the server counts, that an older answer is told from a newer one.
    return text.takenBackAt === null
      ? { ...text, message: '', files: [], edit: text.edit + 1, takenBackAt: now, reactions: [] }
      : text;
  const { messageContent = '', edit: from } = params as Params<'edit'>;
  return { ...text, message: messageContent, edit: from + 1, editedAt: now };
}

/** What the person wanted a text to say, and why it does not. */
export interface RefusedEdit {
  readonly processId: string;
  /** HTML; undefined where the text was to be taken back, or given a sign. */
  readonly html: string | undefined;
  readonly refusal: Refusal | undefined;
}

/** The texts of a thread as the commands have them that the server has not answered yet, and what was refused, by the numbers of the texts. */
export function withWaiting(
  texts: readonly MessageText[],
  waiting: readonly QueuedCommand[],
  thread: ThreadOf,
  ownId: number,
): { readonly texts: readonly MessageText[]; readonly refused: ReadonlyMap<number, RefusedEdit> } {
  const refused = new Map<number, RefusedEdit>();
  const changed = new Map<number, QueuedCommand[]>();
  for (const command of waiting) {
    const no = noOfCommand(command, thread);
    if (no === undefined || command.state === 'done') continue;
    if (command.state !== 'refused') changed.set(no, [...(changed.get(no) ?? []), command]);
    else {
      const { processId, name, params, refusal } = command;
      const html = name === edit.name ? ((params as Params<'edit'>).messageContent ?? '') : undefined;
      refused.set(no, { processId, html, refusal });
    }
  }
  if (changed.size === 0) return { texts, refused };
  const shown = texts.map((text) =>
    (changed.get(text.no) ?? []).reduce(
      (made, command) => withCommand(made, command, { ownId, now: new Date(command.createdAt).toISOString() }),
      text,
    ),
  );
  return { texts: shown, refused };
}

/** Whether a text can still be edited or taken back. `minutes`: as the rules of the instance have it; `now` in milliseconds since 1970. */
export const mayChange = (
  { sendBy, sendDate, takenBackAt }: Pick<MessageText, 'sendBy' | 'sendDate' | 'takenBackAt'>,
  {
    ownId,
    minutes,
    now,
  }: { readonly ownId: number | undefined; readonly minutes: number | null; readonly now: number },
): boolean =>
  sendBy === ownId && takenBackAt === null && (minutes === null || now - Date.parse(sendDate) <= minutes * MINUTE_MS);
