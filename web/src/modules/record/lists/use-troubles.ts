import { recordQueries, type Value } from '@kontor/contract/record';
import { useEffect, useState } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import { fieldsOf, valueOf } from '../fields/values.ts';
import { editsOf, type FieldEdit } from './edits.ts';

/** A change of a field that the server has refused. */
export interface Trouble extends FieldEdit {
  readonly code: string;
  /** What stands in the field now; undefined where the record is gone, or that is not the reason. */
  readonly theirs: Value | undefined;
  /** When the record was changed last, in milliseconds since 1970. */
  readonly changed: number;
}

const OURS = ['RECORD_CONFLICT', 'RECORD_INVALID', 'NOT_FOUND'];

/**
 * Changes of single fields that were refused: they are taken out of the queue and asked about where they were made. Returns them one by
 * one, and how one is over.
 */
export function useTroubles(): { readonly trouble: Trouble | undefined; readonly end: () => void } {
  const client = useClient();
  const waiting = useValue(client.waiting);
  const [troubles, setTroubles] = useState<readonly Trouble[]>([]);
  const refused = waiting.find(
    (command) =>
      command.state === 'refused' && OURS.includes(command.refusal?.code ?? '') && editsOf(command).length === 1,
  );
  useEffect(() => {
    const [edit] = refused === undefined ? [] : editsOf(refused);
    if (refused === undefined || edit === undefined) return;
    const { processId, refusal } = refused;
    const take = async (): Promise<void> => {
      const { idoId, idoInstanceId, key } = edit;
      const answer = await client.ask.run(recordQueries.model, { idoId, idoInstanceId }).catch(() => undefined);
      const model = answer?.jsonModel ?? undefined;
      const field = model === undefined ? undefined : fieldsOf(model).find((one) => one.key === key);
      const trouble: Trouble = {
        ...edit,
        code: model === undefined ? 'NOT_FOUND' : (refusal?.code ?? ''),
        theirs: field === undefined ? undefined : valueOf(field),
        changed: model?.lastKnownChangeTimestamp ?? 0,
      };
      setTroubles((all) => [...all, trouble]);
      await client.queue.discard([processId]);
    };
    void take();
  }, [client, refused]);
  const [trouble] = troubles;
  return { trouble, end: () => setTroubles((all) => all.slice(1)) };
}
