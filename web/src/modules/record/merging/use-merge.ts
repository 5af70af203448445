import { RECORDS_KEY, duplicatesKey, recordCommands, recordKey, type FieldFault } from '@kontor/contract/record';
import { useRef, useState } from 'react';
import { asFailure, type Failure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import type { mergeParams } from './merge-rules.ts';
import { mergingTexts } from './texts.ts';
import { usePart } from './use-part.ts';

type Params = ReturnType<typeof mergeParams>;

export interface MergeTrouble {
  readonly failure: Failure;
  readonly faults: readonly FieldFault[];
  /** What one of the records is part of by now. */
  readonly into: string | undefined;
}

/** Merges records, says so with a way back, and keeps what stands in the way. */
export function useMerge(onMerged: (keptId: number, goneIds: readonly number[]) => void) {
  const t = useTexts(mergingTexts);
  const client = useClient();
  const { notices } = useShell();
  const part = usePart();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<MergeTrouble>();
  /** Said again it is the same command: its answer may only have been lost. */
  const sent = useRef<{ readonly of: string; readonly processId: string }>(undefined);
  const merge = async (params: Params, name: string): Promise<void> => {
    if (isBusy) return;
    const of = JSON.stringify(params);
    if (sent.current?.of !== of) sent.current = { of, processId: client.env.newId() };
    setBusy(true);
    setTrouble(undefined);
    const ids = [params.keep, ...params.others].map(({ idoId }) => idoId);
    try {
      const { mergeId, idoId } = await client.transport.command(recordCommands.merge, params, sent.current.processId, {
        once: true,
      });
      client.ask.touch([RECORDS_KEY, duplicatesKey(params.idoInstanceId), ...ids.map(recordKey)]);
      notices.done(() => void part(mergeId), Promise.resolve({ text: t.merged(ids.length, name), undo: t.undo }));
      onMerged(
        idoId,
        params.others.map((one) => one.idoId),
      );
    } catch (error) {
      const failure = asFailure(error);
      const data = (failure.problem?.data ?? {}) as { readonly faults?: FieldFault[]; readonly displayName?: string };
      setTrouble({ failure, faults: data.faults ?? [], into: data.displayName });
      setBusy(false);
    }
  };
  return { merge, isBusy, trouble, forget: () => setTrouble(undefined) };
}
