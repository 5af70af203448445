import { recordCommands, type FieldFault, type Value } from '@kontor/contract/record';
import { useRef } from 'react';
import { asFailure, type Failure } from '../../client/failure.ts';
import { useClient } from '../../client/react.tsx';
import { withFaults, type EditTarget, type Part, type Trouble } from './edited-parts.ts';
import { afterSaving, changesOf, type Edits, type Model } from './fields/values.ts';

interface Options {
  readonly change: (target: EditTarget, how: (part: Part) => Part) => void;
  /** One who was to come is stored under that number. */
  readonly onStored: (target: EditTarget, contactPersonId: number) => void;
}

/** How one place of a record is saved. `stamp`: what the server said last about when the record was changed. */
export function useSavePart(model: Model, { change, onStored }: Options) {
  const client = useClient();
  const lastStamp = useRef(model.lastKnownChangeTimestamp);
  const stamp = (): number => Math.max(lastStamp.current, model.lastKnownChangeTimestamp);
  /** What was sent last of a place. Said again it is the same command: an answer that was lost makes nobody twice. */
  const sent = useRef(new Map<EditTarget, { readonly of: string; readonly processId: string }>());
  const processIdOf = (target: EditTarget, payload: object): string => {
    const of = JSON.stringify(payload);
    const known = sent.current.get(target);
    const processId = known?.of === of ? known.processId : client.env.newId();
    sent.current.set(target, { of, processId });
    return processId;
  };

  const send = async (target: EditTarget, edits: Edits): Promise<void> => {
    const { idoId, idoInstanceId } = model;
    const changes = changesOf(edits);
    // In one who is to come nothing stands yet, whatever their fields begin with.
    const fromNothing = changes.map((one) => ({ ...one, before: typeof one.value === 'string' ? '' : [] }));
    const jsonPayload = { changes: target.startsWith('new ') ? fromNothing : changes };
    const about = { idoId, idoInstanceId, jsonPayload };
    const processId = processIdOf(target, jsonPayload);
    if (target === 'record') {
      const params = { ...about, lastKnownChangeTimestamp: stamp() };
      const answer = await client.transport.command(recordCommands.save, params, processId, { once: true });
      lastStamp.current = answer.lastKnownChangeTimestamp;
    } else {
      const [who = '', id = ''] = target.split(' ');
      const params = { ...about, contactPersonId: who === 'person' ? Number(id) : null };
      const answer = await client.transport.command(recordCommands.saveContactPerson, params, processId, {
        once: true,
      });
      if (who === 'new') onStored(target, answer.contactPersonId);
    }
  };
  /** Notes beside the fields what stands in the way. */
  const troubleOf = (target: EditTarget, failure: Failure): Trouble => {
    const data = (failure.problem?.data ?? {}) as {
      readonly faults?: readonly FieldFault[];
      readonly fields?: readonly { readonly key: string; readonly value: Value }[];
      readonly lastKnownChangeTimestamp?: number;
    };
    if (failure.code === 'RECORD_INVALID') {
      change(target, (part) => withFaults(part, data.faults ?? []));
      return { kind: 'invalid' };
    }
    if (failure.code === 'RECORD_CONFLICT') {
      lastStamp.current = data.lastKnownChangeTimestamp ?? lastStamp.current;
      const conflicts = Object.fromEntries((data.fields ?? []).map(({ key, value }) => [key, value]));
      change(target, (part) => ({ ...part, conflicts }));
      return { kind: 'conflict' };
    }
    return { kind: 'failure', failure };
  };
  return {
    stamp,
    /** Saves one place. Returns what stands in the way; undefined once it is saved. */
    async savePart(target: EditTarget, edits: Edits): Promise<Trouble | undefined> {
      try {
        await send(target, edits);
        sent.current.delete(target);
        change(target, (part) => ({ edits: afterSaving(part.edits, edits), faults: {}, conflicts: {} }));
        return undefined;
      } catch (error) {
        return troubleOf(target, asFailure(error));
      }
    },
  };
}
