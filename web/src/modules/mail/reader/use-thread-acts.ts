import { sendingCommands, threadCommands } from '@kontor/contract/mail';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { readerTexts } from './texts.ts';

export interface ThreadActs {
  readonly split: () => Promise<void>;
  readonly join: (aggregateId: string) => Promise<void>;
  readonly reset: () => Promise<void>;
  readonly copyTo: (accountId: number, name: string) => Promise<void>;
}

/** What takes a mail out of its thread, puts it into another one, or copies it elsewhere. Each says that it was done, with a way back. */
export function useThreadActs(aggregateId: string): ThreadActs {
  const t = useTexts(readerTexts);
  const client = useClient();
  const { notices } = useShell();
  const attempt = async (work: () => Promise<unknown>, failed = t.actFailed): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      const isOffline = asFailure(error).kind === 'offline';
      notices.show({
        text: isOffline ? t.needsConnection : failed,
        tone: 'fault',
        action: { label: t.retry, run: () => void attempt(work, failed) },
      });
      return false;
    }
  };
  const undone = (text: string, undo: () => Promise<unknown>): void =>
    void notices.done(() => void attempt(undo), Promise.resolve({ text, undo: t.undo }));
  const reset = (): Promise<unknown> => client.sendNow(threadCommands.resetThread, { aggregateId });
  return {
    split: async () => {
      if (await attempt(() => client.sendNow(threadCommands.splitThread, { aggregateId }))) undone(t.splitDone, reset);
    },
    join: async (other) => {
      const aggregateIds = [aggregateId, other];
      if (await attempt(() => client.sendNow(threadCommands.mergeThreads, { aggregateIds })))
        undone(t.joined, async () => {
          await reset();
          await client.sendNow(threadCommands.resetThread, { aggregateId: other });
        });
    },
    reset: async () => {
      if (await attempt(reset)) notices.show({ text: t.resetDone });
    },
    copyTo: async (destinationAccountIdConfiguration, name) => {
      const params = { aggregateId, destinationAccountIdConfiguration };
      if (await attempt(() => client.sendNow(sendingCommands.copyToAccount, params), t.copyFailed))
        notices.show({ text: t.copied(name) });
    },
  };
}
