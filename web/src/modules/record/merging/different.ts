import { recordCommands } from '@kontor/contract/record';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { mergingTexts } from './texts.ts';

/** Calls records different from each other, with a way back; where that fails it is said. `onFailed`: they were not, or are so no more. */
export function useDifferent(): (idoInstanceId: number, idoIds: readonly number[], onFailed?: () => void) => void {
  const t = useTexts(mergingTexts);
  const client = useClient();
  const { notices } = useShell();
  return (idoInstanceId, idoIds, onFailed) => {
    const mark = (isDifferent: boolean): Promise<unknown> =>
      client.sendNow(recordCommands.markDifferent, { idoInstanceId, idoIds: [...idoIds], isDifferent });
    const fail = (): void => {
      notices.show({ text: t.notSaved, tone: 'fault' });
    };
    const done = notices.done(
      () => {
        mark(false).then(() => onFailed?.(), fail);
      },
      Promise.resolve({ text: t.nowDifferent(idoIds.length), undo: t.undo }),
    );
    mark(true).catch(() => {
      done.takeBack();
      onFailed?.();
      fail();
    });
  };
}
