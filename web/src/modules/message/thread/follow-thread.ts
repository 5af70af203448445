import type { User } from '@kontor/contract/account';
import { itemKeyOf } from '@kontor/contract/kernel';
import { messageCommands, messageEvents, messageQueries, type MessageText } from '@kontor/contract/message';
import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import type { QueuedCommand } from '../../../client/core/command.ts';
import { noOfCommand, withCommand } from './changing.ts';
import type { ThreadDeps } from './thread-part.ts';
import { createThread, type Thread } from './thread-store.ts';

export type SendParams = v.InferInput<typeof messageCommands.send.params>;

/** A thread of a message, by its partner, and who reads it. */
interface ThreadOfPerson {
  readonly aggregateId: string;
  readonly partner: number | null;
  readonly own: Pick<User, 'id' | 'firstName' | 'lastName'> | undefined;
}

/** Tells whether a command says something in a thread. */
export const sendsTo =
  (key: string, partner: number | null) =>
  ({ name, params }: Pick<QueuedCommand, 'name' | 'params'>): boolean => {
    if (name !== messageCommands.send.name) return false;
    const { aggregateId, communicationPartnerUserId = null } = params as SendParams;
    return itemKeyOf(aggregateId) === key && communicationPartnerUserId === partner;
  };

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

/** The texts of a thread, for as long as it is shown. */
export const openThread = (
  client: Pick<Client, 'ask'>,
  { aggregateId, partner, own }: ThreadOfPerson,
  deps: Pick<ThreadDeps, 'prepare' | 'isVisible'>,
): Thread =>
  createThread({
    ownId: own?.id,
    ask: (range) =>
      client.ask.run(messageQueries.texts, { aggregateId, communicationPartnerUserId: partner, ...range }),
    ...deps,
  });

/** Has a thread hear of what others say in it, read and change. Returns the function that stops it. */
export function hearThread(
  client: Pick<Client, 'onEvent'>,
  thread: Thread,
  { aggregateId, partner, own }: ThreadOfPerson,
): () => void {
  const key = itemKeyOf(aggregateId);
  return client.onEvent(({ type, payload }) => {
    if (type === messageEvents.texted.type) {
      const parsed = v.safeParse(messageEvents.texted.payload, payload);
      if (!parsed.success || itemKeyOf(parsed.output.aggregateId) !== key || parsed.output.partner !== partner) return;
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
      if (text !== null && (of === partner || (of === null && text.no === 0))) void thread.change(text.no, () => text);
    }
  });
}

/** Has a thread take what the server has applied of the person's own commands. Returns the function that stops it. */
export function takeApplied(
  client: Pick<Client, 'onApplied' | 'env'>,
  thread: Thread,
  { aggregateId, partner, own }: ThreadOfPerson,
): () => void {
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
}
