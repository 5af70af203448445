import { RECORDS_KEY, recordCommands, recordKey } from '@kontor/contract/record';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { mergingTexts, type MergingTexts } from './texts.ts';

const faultOf = (t: MergingTexts, failure: Failure): string => {
  if (failure.kind === 'offline') return t.offline;
  const known: Readonly<Record<string, string>> = {
    NOT_FOUND: t.partGone,
    RECORD_PART_LATER: t.partLater,
    RIGHT_MISSING: t.noRight,
  };
  return known[failure.code] ?? t.failed;
};

/** Takes merges apart again, and says what has not come back by that. Where it fails that is said, with what can be done about it. */
export function usePart(): (mergeId: number) => Promise<void> {
  const t = useTexts(mergingTexts);
  const client = useClient();
  const { notices } = useShell();
  const part = async (mergeId: number): Promise<void> => {
    try {
      const { idoId, idoIds, notBack } = await client.sendNow(recordCommands.part, { mergeId });
      client.ask.touch([RECORDS_KEY, ...[idoId, ...idoIds].map(recordKey)]);
      const { links, contactPersons } = notBack;
      notices.show({ text: links + contactPersons === 0 ? t.parted : t.partedBut(links, contactPersons) });
    } catch (error) {
      const failure = asFailure(error);
      const later = (failure.problem?.data as { readonly mergeId?: number } | undefined)?.mergeId;
      const isLater = failure.code === 'RECORD_PART_LATER' && later !== undefined;
      notices.show({
        text: faultOf(t, failure),
        tone: 'fault',
        ...(failure.code === 'NOT_FOUND' || failure.code === 'RIGHT_MISSING'
          ? {}
          : {
              action: isLater
                ? { label: t.partFirst, run: () => void part(later) }
                : { label: t.retry, run: () => void part(mergeId) },
            }),
      });
    }
  };
  return part;
}
