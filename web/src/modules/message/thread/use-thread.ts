import { itemKeyOf } from '@kontor/contract/kernel';
import {
  messageCommands,
  messageEvents,
  messageQueries,
  type MessageDetail,
  type MessageText,
} from '@kontor/contract/message';
import { useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import type { QueuedCommand } from '../../../client/core/command.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { useUploads } from '../../../client/use-uploads.ts';
import { noOfCommand, withCommand, withWaiting } from './changing.ts';
import type { WrittenFile } from '../files/written.ts';
import { prepareHtml } from './html.tsx';
import { createThread, type Thread } from './thread-store.ts';

type SendParams = v.InferInput<typeof messageCommands.send.params>;

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

/** Tells whether a command says something in a thread. */
const sendsTo =
  (key: string, partner: number | null) =>
  ({ name, params }: Pick<QueuedCommand, 'name' | 'params'>): boolean => {
    if (name !== messageCommands.send.name) return false;
    const { aggregateId, communicationPartnerUserId = null } = params as SendParams;
    return itemKeyOf(aggregateId) === key && communicationPartnerUserId === partner;
  };

/** Texts that wait to be sent in a thread, or were refused, in the order in which they were written. */
export function usePending(aggregateId: string, partner: number | null): readonly PendingText[] {
  const waiting = useValue(useClient().waiting);
  const { all } = useUploads();
  return useMemo(() => {
    const isOf = sendsTo(itemKeyOf(aggregateId), partner);
    return waiting
      .filter((command) => isOf(command) && command.state !== 'done')
      .map(({ processId, params, createdAt, state, refusal }) => {
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
      });
  }, [waiting, all, aggregateId, partner]);
}

/** The texts of a thread as they will be once all that waits was answered, with what was refused of it by the numbers of the texts. */
export function useShown(details: MessageDetail, texts: readonly MessageText[]): ReturnType<typeof withWaiting> {
  const client = useClient();
  const waiting = useValue(client.waiting);
  const ownId = useValue(client.user)?.id ?? 0;
  const { aggregateId, communicationPartnerUserId: partner } = details;
  return useMemo(
    () => withWaiting(texts, waiting, { key: itemKeyOf(aggregateId), partner }, ownId),
    [texts, waiting, aggregateId, partner, ownId],
  );
}

/** What a text without files is once the server has taken it, until it says so itself. */
function sentText(command: QueuedCommand, no: number, own: { id: number; name: string }, now: number): MessageText {
  const { messageContent = '', replyTo = null } = command.params as SendParams;
  return {
    no,
    sendBy: own.id,
    sendByName: own.name,
    sendDate: new Date(now).toISOString(),
    replyTo,
    message: messageContent,
    files: [],
    edit: 0,
    editedAt: null,
    takenBackAt: null,
    reactions: [],
    receiverData: { readAt: null },
    writtenAt: null,
  };
}

/** The texts of the thread that the details show, kept current for as long as it is shown. */
export function useThread(details: MessageDetail): Thread {
  const client = useClient();
  const { aggregateId, communicationPartnerUserId: partner } = details;
  const own = useValue(client.user);
  const [thread] = useState(() =>
    createThread({
      ownId: own?.id,
      ask: (range) =>
        client.ask.run(messageQueries.texts, { aggregateId, communicationPartnerUserId: partner, ...range }),
      prepare: (texts) => prepareHtml(texts.map(({ message }) => message)),
      isVisible: () => document.visibilityState === 'visible',
    }),
  );
  useEffect(() => void thread.take(details), [thread, details]);
  useEffect(() => {
    const key = itemKeyOf(aggregateId);
    return client.onEvent(({ type, payload }) => {
      if (type === messageEvents.texted.type) {
        const parsed = v.safeParse(messageEvents.texted.payload, payload);
        if (!parsed.success || itemKeyOf(parsed.output.aggregateId) !== key || parsed.output.partner !== partner)
          return;
        void thread.receive(parsed.output.no, parsed.output.text);
      } else if (type === messageEvents.read.type) {
        const parsed = v.safeParse(messageEvents.read.payload, payload);
        if (!parsed.success || itemKeyOf(parsed.output.aggregateId) !== key) return;
        for (const reader of parsed.output.readers)
          if (reader.partner === partner && reader.userId !== own?.id) thread.readBy(reader);
      } else if (type === messageEvents.changed.type) {
        const parsed = v.safeParse(messageEvents.changed.payload, payload);
        if (!parsed.success || itemKeyOf(parsed.output.aggregateId) !== key) return;
        const { text, partner: of } = parsed.output;
        if (text !== null && (of === partner || (of === null && text.no === 0)))
          void thread.change(text.no, () => text);
      }
    });
  }, [client, thread, aggregateId, partner, own]);
  useEffect(() => {
    const key = itemKeyOf(aggregateId);
    const isOf = sendsTo(key, partner);
    return client.onApplied((command, answer) => {
      const no = noOfCommand(command, { key, partner });
      if (no !== undefined && own !== undefined) {
        const now = new Date(client.env.now()).toISOString();
        void thread.change(no, (text) => withCommand(text, command, { ownId: own.id, now }));
      }
      const taken = v.safeParse(messageCommands.send.result, answer);
      if (!isOf(command) || !taken.success || own === undefined || taken.output.no < 0) return;
      const name = `${own.firstName} ${own.lastName}`.trim();
      // What its files are called and how large they are, the server says.
      const { files = [] } = command.params as SendParams;
      const { no: sent } = taken.output;
      const text = files.length > 0 ? null : sentText(command, sent, { id: own.id, name }, client.env.now());
      void thread.receive(sent, text);
    });
  }, [client, thread, aggregateId, partner, own]);
  return thread;
}
