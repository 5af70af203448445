import { itemKeyOf } from '@kontor/contract/kernel';
import type { MessageDetail, MessageText } from '@kontor/contract/message';
import { useEffect, useMemo, useState } from 'react';
import type { QueuedCommand } from '../../../client/core/command.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { usePicked } from '../../../client/use-picked.ts';
import { useUploads } from '../../../client/use-uploads.ts';
import type { WrittenFile } from '../files/written.ts';
import { noOfCommand, withWaiting } from './changing.ts';
import { hearThread, openThread, sendsTo, takeApplied, type SendParams } from './follow-thread.ts';
import { prepareHtml } from './html.tsx';
import { readNoOf } from './read-no.ts';
import type { Thread } from './thread-store.ts';

/** A text of this device that the server does not have yet. */
export interface PendingText {
  readonly processId: string;
  readonly html: string;
  readonly files: readonly WrittenFile[];
  readonly replyTo: number | null;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  readonly isRefused: boolean;
  /** Why, by the code of the problem; empty where it was not. */
  readonly refusal: string;
}

/** Whether a command is to be drawn as it was: that it is stored or sent meanwhile shows nowhere. */
const isDrawnAlike = (before: QueuedCommand, now: QueuedCommand): boolean =>
  before.processId === now.processId &&
  (before.state === 'refused') === (now.state === 'refused') &&
  before.refusal?.code === now.refusal?.code;

/** Commands of some kind that wait, or were refused, in their order. */
const useWaiting = (isOf: (command: QueuedCommand) => boolean): readonly QueuedCommand[] =>
  usePicked(
    useClient().waiting,
    (waiting) => waiting.filter((command) => command.state !== 'done' && isOf(command)),
    isDrawnAlike,
  );

/** Texts that wait to be sent in a thread, or were refused, in the order in which they were written. */
export function usePending(aggregateId: string, partner: number | null): readonly PendingText[] {
  const isOf = sendsTo(itemKeyOf(aggregateId), partner);
  const waiting = useWaiting(isOf);
  const { all } = useUploads();
  return useMemo(
    () =>
      waiting.map(({ processId, params, createdAt, state, refusal }) => {
        const { messageContent = '', replyTo = null, files = [] } = params as SendParams;
        // Those that the server had with the draft are shown once it has taken the text.
        const written = files.flatMap((file): WrittenFile[] => {
          const upload = 'uploadId' in file ? all.get(file.uploadId) : undefined;
          return upload === undefined ? [] : [{ name: upload.name, size: upload.size, from: { uploadId: upload.id } }];
        });
        const isRefused = state === 'refused';
        const why = isRefused ? (refusal?.code ?? '') : '';
        return {
          processId,
          html: messageContent,
          files: written,
          replyTo,
          writtenAt: createdAt,
          isRefused,
          refusal: why,
        };
      }),
    [waiting, all],
  );
}

/** The texts of a thread as they will be once all that waits was answered, with what was refused of it by the numbers of the texts. */
export function useShown(details: MessageDetail, texts: readonly MessageText[]): ReturnType<typeof withWaiting> {
  const ownId = useValue(useClient().user)?.id ?? 0;
  const { aggregateId, communicationPartnerUserId: partner } = details;
  const thread = { key: itemKeyOf(aggregateId), partner };
  const waiting = useWaiting((command) => noOfCommand(command, thread) !== undefined);
  const { key } = thread;
  return useMemo(() => withWaiting(texts, waiting, { key, partner }, ownId), [texts, waiting, key, partner, ownId]);
}

/** The texts of the thread that the details show, kept current for as long as it is shown. */
export function useThread(details: MessageDetail): Thread {
  const client = useClient();
  const { aggregateId, communicationPartnerUserId: partner } = details;
  const own = useValue(client.user);
  const about = useMemo(() => ({ aggregateId, partner, own }), [aggregateId, partner, own]);
  const [thread] = useState(() =>
    openThread(client, about, {
      prepare: (texts) => prepareHtml(texts.map(({ message }) => message)),
      isVisible: () => document.visibilityState === 'visible',
    }),
  );
  useEffect(
    () => void thread.take({ ...details, readNo: readNoOf(details, client.waiting.get()) }),
    [client, thread, details],
  );
  useEffect(() => hearThread(client, thread, about), [client, thread, about]);
  useEffect(() => takeApplied(client, thread, about), [client, thread, about]);
  return thread;
}
