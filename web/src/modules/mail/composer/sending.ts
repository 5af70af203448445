import { sendingCommands, writingCommands } from '@kontor/contract/mail';
import { asFailure } from '../../../client/failure.ts';
import type { Client } from '../../../client/client.ts';
import type { Notices } from '../../../shell/index.ts';
import { wrapText } from '../../../editor/to-text.ts';
import { toCommand, uploadsOf, type Held, type Writing } from './state.ts';
import { reasonOf } from './reason.ts';
import type { ComposerTexts } from './texts.ts';

export interface SendOptions {
  readonly client: Client;
  readonly notices: Notices;
  readonly texts: ComposerTexts;
  readonly writing: Writing;
  readonly undoSeconds: number;
  /** ISO instant; null for now. */
  readonly sendAt: string | null;
  readonly whenText: string;
  /** Done while it is sent, as marking the answered mail; returns how it is taken back with it. */
  readonly along?: (() => () => void) | undefined;
  /** Opens the mail again as it was. */
  readonly reopen: (writing: Writing) => void;
}

/** What a mail is called among the drafts of the device. */
export const draftName = (key: string) => ({ kind: 'mail', id: key });

/** Keeps a mail on the device as it was, so that it opens as it was. */
export async function keepWriting(client: Client, writing: Writing): Promise<void> {
  const drafts = await client.drafts();
  (await drafts.open<Writing>(draftName(writing.draftKey))).save(writing);
  await drafts.flush();
}
export async function dropWriting(client: Client, { draftKey }: Pick<Writing, 'draftKey'>): Promise<void> {
  const drafts = await client.drafts();
  await (await drafts.open(draftName(draftKey))).discard();
}

/** Takes a mail back that was sent: out of the queue, or out of the outbox. Returns the draft that it is again on the server, if it came there. */
async function takeBack(client: Client, processId: string, outgoingId: number | undefined): Promise<Held | undefined> {
  if (outgoingId === undefined) {
    const waits = client.waiting.get().find((command) => command.processId === processId);
    if (waits?.state === 'queued' || waits?.state === 'refused') {
      await client.queue.discard([processId]);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const stop = client.onApplied((command, answer) => {
        if (command.processId !== processId) return;
        stop();
        takeBack(client, processId, (answer as { outgoingId: number }).outgoingId).then(resolve, reject);
      });
    });
  }
  const { draftId, version } = await client.sendNow(sendingCommands.cancelSending, { outgoingId });
  return { draftId, version };
}

/** Hands a mail to the queue, and says so for as long as it can be taken back. What the server will not have opens again. */
export async function sendMail({
  client,
  notices,
  texts: t,
  writing,
  undoSeconds,
  sendAt,
  whenText,
  along,
  reopen,
}: SendOptions): Promise<void> {
  const needs = uploadsOf(writing);
  const uploads = await client.uploads();
  const waiting = needs
    .map((id) => uploads.all.get().get(id))
    .find((upload) => upload?.state === 'sending' || upload?.state === 'stopped');
  const { autoSave: _, ...command } = toCommand(writing);
  if (writing.isPlain) command.content = wrapText(command.content);
  await keepWriting(client, writing);
  const processId = await client.enqueue(
    sendingCommands.send,
    {
      ...command,
      sendAt,
      undoSeconds,
      wantsDelivery: writing.wantsDelivery,
      importance: writing.importance,
    },
    { patches: [], keys: [`draft:${writing.draftKey}`], needs },
  );
  const alongBack = along?.();
  let outgoingId: number | undefined;
  const undo = (): void => {
    takeBack(client, processId, outgoingId).then(
      (held) => {
        alongBack?.();
        notices.show({ text: t.taken });
        reopen({ ...writing, ...held });
      },
      (error: unknown) => {
        const { code } = asFailure(error);
        notices.show({
          text: code === 'MAIL_SENDING_BEGUN' || code === 'NOT_FOUND' ? t.begun : reasonOf(t, code),
          tone: 'fault',
        });
      },
    );
  };
  const { online } = client.connection.get();
  const text = !online
    ? t.whenOnline
    : waiting !== undefined
      ? t.whenUploaded(waiting.name)
      : sendAt !== null
        ? t.sentAt(whenText)
        : t.sent;
  const isAtOnce = online && waiting === undefined && sendAt === null;
  const counting = isAtOnce ? { counting: { seconds: undoSeconds, text: t.sending } } : {};
  const done =
    isAtOnce && undoSeconds === 0
      ? (notices.show({ text }), undefined)
      : notices.done(undo, Promise.resolve({ text, undo: t.undo, ...counting }));
  const stopApplied = client.onApplied((applied, answer) => {
    if (applied.processId !== processId) return;
    outgoingId = (answer as { outgoingId?: number } | undefined)?.outgoingId;
    stop();
    void dropWriting(client, writing);
  });
  const stopWaiting = client.waiting.subscribe(() => {
    const refused = client.waiting.get().find((one) => one.processId === processId && one.state === 'refused');
    if (refused === undefined) return;
    stop();
    done?.takeBack();
    alongBack?.();
    void client.queue.discard([processId]);
    notices.show({
      text: t.notSent(reasonOf(t, refused.refusal?.code ?? '')),
      tone: 'fault',
      lasts: true,
      action: { label: t.open, run: () => reopen(writing) },
    });
  });
  function stop(): void {
    stopApplied();
    stopWaiting();
  }
}

/** Forgets a mail in which nothing is written any more, on this device and on the server. */
export async function dropUnwritten(client: Client, writing: Writing): Promise<void> {
  await dropWriting(client, writing);
  const { draftId, draftKey } = writing;
  if (draftId !== null)
    await client.enqueue(
      writingCommands.deleteDraftOrTemplate,
      { draftOrTemplateId: draftId, type: 'draft' },
      { patches: [], keys: [`draft:${draftKey}`] },
    );
}

/** Throws a draft away, here and on the server, with a way back. */
export async function discardWriting(
  client: Client,
  notices: Notices,
  t: ComposerTexts,
  writing: Writing,
  reopen: (writing: Writing) => void,
): Promise<void> {
  const { draftId } = writing;
  await dropWriting(client, writing);
  if (draftId !== null)
    await client.enqueue(
      writingCommands.deleteDraftOrTemplate,
      { draftOrTemplateId: draftId, type: writing.kind === 'template' ? 'template' : 'draft' },
      { patches: [], keys: [`draft:${writing.draftKey}`] },
    );
  notices.done(
    () => {
      if (draftId !== null)
        void client.enqueue(
          writingCommands.restoreDraft,
          { draftOrTemplateId: draftId },
          { patches: [], keys: [`draft:${writing.draftKey}`] },
        );
      // Throwing away and bringing back count the version up, whenever the server hears of them.
      const again = { ...writing, version: null };
      void keepWriting(client, again).then(() => reopen(again));
    },
    Promise.resolve({ text: t.discarded, undo: t.undo }),
  );
}
