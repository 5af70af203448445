import type { EntryRow } from '@kontor/contract/activity';
import { itemKeyOf } from '@kontor/contract/kernel';
import {
  MAX_LAST_TEXT,
  SAID_ASKS_AFTER_MS,
  messageCommands,
  type MessageDetail,
  type MessageText,
} from '@kontor/contract/message';
import type { Client } from '../../../client/client.ts';
import type { Patch } from '../../../client/core/overlay.ts';
import { filesToSend, uploadsOf } from '../files/written.ts';
import { readNoOf } from './read-no.ts';
import { unreadWithout } from './rules.ts';
import type { Said } from './said.ts';

const [NEW, IN_PROCESS, DONE] = [1, 2, 3] as const;

interface Where {
  readonly client: Client;
  /** The thread as it was answered last. */
  readonly details: MessageDetail;
}

const keyOf = ({ details }: Where): string => itemKeyOf(details.aggregateId);
const rowOf = (where: Where): EntryRow | undefined => where.client.store.get(keyOf(where));
const threadOf = ({ details }: Where) => ({
  aggregateId: details.aggregateId,
  communicationPartnerUserId: details.communicationPartnerUserId,
});

/** Texts of all threads that are unread once `count` of this one are not. */
const unreadBut = (where: Where, count: number): number =>
  unreadWithout(Number(rowOf(where)?.extras['unread'] ?? 0), count);

/** What is said, and how. */
interface ToSay extends Said {
  readonly replyTo: number | null;
  /** For so long it can be taken back before anybody hears of it. */
  readonly undoSeconds: number;
}

/** Says something in the thread. It is shown at once, and sent as soon as that can be, once its files are there. */
export function say(where: Where, { html, words, files, replyTo, isDone, sendAt, undoSeconds }: ToSay): void {
  const { client, details } = where;
  const ownId = client.user.get()?.id ?? 0;
  const row = rowOf(where);
  const status = isDone ? DONE : row?.status === NEW ? IN_PROCESS : undefined;
  const isAtOnce = sendAt === null && undoSeconds === 0;
  const patch: Patch = {
    ...(status === undefined ? {} : { status }),
    ...(isAtOnce
      ? {
          extras: {
            lastText: (words || files.map(({ name }) => name).join(', ')).slice(0, MAX_LAST_TEXT),
            lastBy: ownId,
          },
        }
      : {}),
    atMost: { unread: unreadBut(where, details.lastNo - readNoOf(details, client.waiting.get())) },
  };
  void client.enqueue(
    messageCommands.send,
    {
      ...threadOf(where),
      aggregateVersion: details.aggregateVersion,
      authenticatedUserId: ownId,
      messageContent: html,
      files: [...filesToSend(files)],
      replyTo,
      done: isDone,
      writtenAt: new Date(client.env.now()).toISOString(),
      sendAt,
      undoSeconds: sendAt === null ? undoSeconds : 0,
    },
    {
      patches: [[keyOf(where), patch]],
      needs: [...uploadsOf(files)],
      asksAfterMs: SAID_ASKS_AFTER_MS,
      moves: isAtOnce,
    },
  );
}

/** Says that the person has read the thread as far as a text; `before`: as far as they had. */
export function markRead(where: Where, no: number, before: number): void {
  // It may have been read further elsewhere by the time that the server hears of it.
  const atMost = { unread: unreadBut(where, no - before) };
  void where.client.enqueue(
    messageCommands.markRead,
    { ...threadOf(where), no },
    { patches: [[keyOf(where), { atMost }]] },
  );
}

/**
 * Has the thread unread again from a text on. `lastNo`: of the last one; `readNo`: as far as the person has read it, null where that is not known, since
 * they have said something that waits.
 */
export function markUnread(
  where: Where,
  no: number,
  { lastNo, readNo }: { readonly lastNo: number; readonly readNo: number | null },
): void {
  const extras = { unread: lastNo - no + 1 };
  void where.client.enqueue(
    messageCommands.markUnread,
    { ...threadOf(where), no, readNo },
    { patches: [[keyOf(where), { status: NEW, extras }]] },
  );
}

/** Has the message stay as it stands with the person until a moment; null: no longer. */
export function mute(where: Where, until: string | null): void {
  void where.client.enqueue(
    messageCommands.mute,
    { aggregateId: where.details.aggregateId, until },
    { patches: [[keyOf(where), { extras: { isMuted: until !== null } }]] },
  );
}

/** Changes what a text of the person's own says. */
export function edit(where: Where, text: MessageText, html: string): void {
  void where.client.enqueue(
    messageCommands.edit,
    { ...threadOf(where), no: text.no, edit: text.edit, messageContent: html },
    { patches: [], keys: [keyOf(where)] },
  );
}

/** Takes back a text of the person's own. */
export function takeBack(where: Where, no: number): void {
  void where.client.enqueue(
    messageCommands.takeBack,
    { ...threadOf(where), no },
    { patches: [], keys: [keyOf(where)] },
  );
}

/** Puts a sign to a text, or takes it away. */
export function react(where: Where, no: number, sign: string, isOn: boolean): void {
  void where.client.enqueue(
    messageCommands.react,
    { ...threadOf(where), no, sign, isOn },
    { patches: [], keys: [keyOf(where)] },
  );
}
