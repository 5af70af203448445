import {
  recordCommands,
  type FieldDefinition,
  type FieldFault,
  type RecordInstance,
  type Value,
} from '@kontor/contract/record';
import { useRef, useState, type RefObject } from 'react';
import { asFailure, type Failure } from '../../client/failure.ts';
import { useClient } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { beginningsOf, isNumbered, useBeginner } from './fields/beginnings.ts';
import {
  faultsOf,
  isEmpty,
  isSame,
  mayBeWritten,
  prefilled,
  titleOf,
  type About,
  type Values,
} from './fields/values.ts';
import type { Named } from './links.ts';
import { leadToFault } from './page/lead-to-fault.ts';
import { texts } from './texts.ts';
import { sendOrKeep } from './waiting.ts';

/** What was written, and of which kind. */
export interface Written {
  readonly kindId: number;
  readonly values: Values;
}

/** A form that is kept on the device: what is written by a draft, and what is to be made until the server has it. */
export interface Kept {
  /** What it held when the server refused it. */
  readonly base: Values;
  /** What an earlier page has left. */
  readonly found: { readonly written: Written; readonly at: number } | undefined;
  readonly trouble: string | undefined;
  readonly faults: readonly FieldFault[];
  readonly save: (written: Written) => void;
  readonly drop: () => void;
  /** It is made as soon as the server is reached. */
  readonly onLater: (name: string) => void;
}
const NOTHING: Values = {};
const NO_FAULTS: readonly FieldFault[] = [];

interface ValuesOptions {
  /** What was looked for. */
  readonly typed: string;
  readonly about: About | undefined;
  readonly kept: Kept | undefined;
  readonly kinds: readonly RecordInstance[];
  /** The kind that it begins with. */
  readonly default: RecordInstance;
}

/** What is written of a new record, over what its fields begin with. */
export function useNewValues({ typed, about, kept, kinds, default: initialKind }: ValuesOptions) {
  const t = useTexts(texts);
  const [kindId, setKindId] = useState(kept?.found?.written.kindId ?? initialKind.ID);
  /** What was written, by key: what kinds have in common goes along when another one is chosen. */
  const [written, setWritten] = useState(kept?.found?.written.values ?? NOTHING);
  const kind = kinds.find(({ ID }) => ID === kindId) ?? initialKind;
  const fields = [...kind.fields.leftColumn, ...kind.fields.rightColumn];
  const beginning = beginningsOf(fields, useBeginner());
  const begun = { ...beginning, ...prefilled(fields, typed, about), ...kept?.base };
  const valueIn = (key: string): Value => written[key] ?? begun[key] ?? '';
  const write = (next: Written): void => {
    setKindId(next.kindId);
    setWritten(next.values);
    kept?.save(next);
  };
  return {
    kind,
    kindId,
    fields,
    valueIn,
    isDirty: Object.entries(written).some(
      ([key, value]) => !isSame(value, begun[key] ?? (typeof value === 'string' ? '' : [])),
    ),
    writeKind: (id: number): void => write({ kindId: id, values: written }),
    writeField: (key: string, value: Value): void => write({ kindId, values: { ...written, [key]: value } }),
    /** The field as it is asked for here: a number that nobody gives is the next one. */
    fieldInForm: (field: FieldDefinition): FieldDefinition =>
      isNumbered(field) ? { ...field, isRequired: false, help: field.help || t.numbered } : field,
    /** What is sent. */
    toSend: (): Values =>
      Object.fromEntries(
        fields.filter(mayBeWritten).flatMap(({ key }): [string, Value][] => {
          const value = valueIn(key);
          const trimmed = typeof value === 'string' ? value.trim() : [...value];
          // What was emptied begins with nothing, which is to be said; what was never filled is left to the server.
          return isEmpty(trimmed) && beginning[key] === undefined ? [] : [[key, trimmed]];
        }),
      ),
  };
}

interface CreatingOptions {
  readonly record: ReturnType<typeof useNewValues>;
  readonly kept: Kept | undefined;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onMade: (record: Named) => void;
}

/** How a new record is made, at once or, where it is kept, as soon as the server is reached; and what stands in the way. */
export function useCreating({
  record: { kind, fields, valueIn, fieldInForm, toSend },
  kept,
  form,
  onMade,
}: CreatingOptions) {
  const client = useClient();
  const [faults, setFaults] = useState(kept?.faults ?? NO_FAULTS);
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  /** The process of what is sent: once more it is the same, as its answer may only have been lost. */
  const sent = useRef<{ readonly of: string; readonly processId: string }>(undefined);
  const focusFault = (): false => {
    leadToFault(form, () => undefined);
    return false;
  };
  const create = async (): Promise<boolean> => {
    if (isBusy) return false;
    const missing = faultsOf(fields.map(fieldInForm), valueIn);
    setFaults(missing);
    setFailure(undefined);
    if (missing.length > 0) return focusFault();
    const params = { idoInstanceId: kind.ID, jsonPayload: { values: toSend() } };
    const of = JSON.stringify(params);
    if (sent.current?.of !== of) sent.current = { of, processId: client.env.newId() };
    setBusy(true);
    try {
      const { processId } = sent.current;
      const name = titleOf(fields, valueIn);
      const made =
        kept === undefined
          ? await client.transport.command(recordCommands.create, params, processId, { once: true })
          : await sendOrKeep(client, recordCommands.create, params, { keys: [], name: name || kind.Name, processId });
      kept?.drop();
      if (made === undefined) {
        kept?.onLater(name || kind.Name);
        return true;
      }
      const { idoId } = made;
      onMade({
        idoId,
        idoInstanceId: kind.ID,
        displayName: name || `${kind.Name} ${idoId}`,
        instanceTitle: kind.Name,
        instanceColor: kind.Color,
      });
      return true;
    } catch (error) {
      const found = asFailure(error);
      const data = found.problem?.data as { readonly faults?: readonly FieldFault[] } | undefined;
      if (found.code === 'RECORD_INVALID') setFaults(data?.faults ?? []);
      setFailure(found);
      return found.code === 'RECORD_INVALID' ? focusFault() : false;
    } finally {
      setBusy(false);
    }
  };
  return { faults, setFaults, failure, isBusy, create };
}
