import {
  recordCommands,
  recordQueries,
  type FieldDefinition,
  type FieldFault,
  type RecordInstance,
  type Value,
} from '@kontor/contract/record';
import { useLayoutEffect, useRef, useState, type FormEvent } from 'react';
import { asFailure, type Failure } from '../../client/failure.ts';
import { useAsk, useClient } from '../../client/react.tsx';
import { writingKey } from '../../editor/writing/writing-keys.ts';
import { useFormats, useTexts } from '../../shell/index.ts';
import { useUnsaved } from '../../shell/use-unsaved.ts';
import { SelectField } from '../../ui/fields.tsx';
import { SkeletonBlock, Button, Callout } from '../../ui/parts.tsx';
import { beginningsOf, isNumbered, useBeginner } from './beginnings.ts';
import { dialogTexts } from './dialog-texts.ts';
import { RecordField } from './field.tsx';
import type { Named } from './links.ts';
import { useHints } from './merging/use-hints.tsx';
import { leadToFault } from './page/lead-to-fault.ts';
import { MASTER_DATA, partsOf } from './page/record-tabs.ts';
import { pageTexts } from './page/texts.ts';
import { texts } from './texts.ts';
import { problemOf } from './use-links.ts';
import {
  emptyOf,
  faultsOf,
  isEmpty,
  isSame,
  mayBeWritten,
  prefilled,
  titleOf,
  defaultKind,
  type About,
  type Values,
} from './values.ts';
import { sendOrKeep } from './waiting.ts';

/** What was written, and of which kind. */
export interface Written {
  readonly kindId: number;
  readonly values: Values;
}

/** A form that is kept on the device: what is written by a draft, and what is to be made until the server has it. */
interface Kept {
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

interface Props {
  /** What was looked for. */
  readonly typed: string;
  readonly about: About | undefined;
  /** The only kind that it may be of; left out: any. */
  readonly onlyKindId?: number | undefined;
  readonly isLinked: boolean;
  /** The kind that it begins with; left out: the one that is likeliest. */
  readonly kindId?: number;
  /** What keeps it on the device; left out where it is of use only at once. */
  readonly kept?: Kept;
  /** Set to how the form is left. */
  readonly leaveRef: { current: (then: () => void) => void };
  readonly onMade: (record: Named) => void;
  /** What is done with a record that is there already, in place of making one. */
  readonly known: { readonly label?: string; readonly run: (record: Named) => void };
  readonly onBack: () => void;
  /** Where that leads; left out: to the search that it came from. */
  readonly backLabel?: string;
}

/** A new record of one of the kinds. */
export function CreateForm(given: Props) {
  const t = useTexts(texts);
  const { data, failure, retry } = useAsk(recordQueries.instances, {});
  const kinds = data?.filter(({ ID }) => given.onlyKindId === undefined || ID === given.onlyKindId) ?? [];
  const defaultValue = kinds.find(({ ID }) => ID === given.kindId) ?? defaultKind(kinds);
  if (defaultValue !== undefined) return <Form {...given} kinds={kinds} default={defaultValue} />;
  if (failure === undefined) return <SkeletonBlock width="100%" height={180} />;
  return (
    <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
      {failure.kind === 'offline' ? t.problems.OFFLINE : t.kindsFailed}
    </Callout>
  );
}

function Form({
  typed,
  about,
  isLinked,
  kept,
  leaveRef,
  onMade,
  known,
  onBack,
  backLabel,
  kinds,
  default: defaultValue,
}: Props & { kinds: readonly RecordInstance[]; default: RecordInstance }) {
  const t = useTexts(texts);
  const d = useTexts(dialogTexts);
  const p = useTexts(pageTexts);
  const client = useClient();
  const form = useRef<HTMLFormElement>(null);
  const [kindId, setKindId] = useState(kept?.found?.written.kindId ?? defaultValue.ID);
  /** What was written, by key: what kinds have in common goes along when another one is chosen. */
  const [written, setWritten] = useState(kept?.found?.written.values ?? NOTHING);
  const [faults, setFaults] = useState(kept?.faults ?? NO_FAULTS);
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  /** The process of what is sent: once more it is the same, as its answer may only have been lost. */
  const sent = useRef<{ readonly of: string; readonly processId: string }>(undefined);
  const kind = kinds.find(({ ID }) => ID === kindId) ?? defaultValue;
  const fields = [...kind.fields.leftColumn, ...kind.fields.rightColumn];
  const beginner = useBeginner();
  const beginning = beginningsOf(fields, beginner);
  const begun = { ...beginning, ...prefilled(fields, typed, about), ...kept?.base };
  const valueIn = (key: string): Value => written[key] ?? begun[key] ?? '';
  const isDirty = Object.entries(written).some(
    ([key, value]) => !isSame(value, begun[key] ?? (typeof value === 'string' ? '' : [])),
  );
  const write = (next: Written): void => {
    setKindId(next.kindId);
    setWritten(next.values);
    kept?.save(next);
  };
  const create = async (): Promise<boolean> => {
    if (isBusy) return false;
    const missing = faultsOf(fields.map(asAsked), valueIn);
    setFaults(missing);
    setFailure(undefined);
    if (missing.length > 0) return focusFault();
    const entries = fields.filter(mayBeWritten).flatMap(({ key }): [string, Value][] => {
      const value = valueIn(key);
      const trimmed = typeof value === 'string' ? value.trim() : [...value];
      // What was emptied begins with nothing, which is to be said; what was never filled is left to the server.
      return isEmpty(trimmed) && beginning[key] === undefined ? [] : [[key, trimmed]];
    });
    const params = { idoInstanceId: kind.ID, jsonPayload: { values: Object.fromEntries(entries) } };
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
      hints.made(idoId);
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
  /** A number that nobody gives is the next one. */
  const asAsked = (field: FieldDefinition): FieldDefinition =>
    isNumbered(field) ? { ...field, isRequired: false, help: field.help || t.numbered } : field;
  const focusFault = (): false => {
    leadToFault(form, () => undefined);
    return false;
  };
  const goFrom = useUnsaved({
    title: t.newTitle,
    isDirty,
    save: create,
    ...(kept === undefined ? {} : { discard: kept.drop }),
  });
  const hints = useHints({
    idoInstanceId: kind.ID,
    idoId: null,
    fields,
    values: Object.fromEntries(fields.map(({ key }) => [key, valueIn(key)])),
    onOpen: ({ idoId, idoInstanceId, displayName, instanceColor }) =>
      goFrom(() => known.run({ idoId, idoInstanceId, displayName, instanceTitle: kind.Name, instanceColor })),
    take: known.label,
    isOver: true,
  });
  useLayoutEffect(() => {
    leaveRef.current = goFrom;
    return () => {
      leaveRef.current = (then) => then();
    };
  }, [leaveRef, goFrom]);
  return (
    <form
      ref={form}
      className="record-form"
      noValidate
      onKeyDown={(event) => writingKey(event, { done: () => void create(), save: () => void create() })}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        event.stopPropagation();
        void create();
      }}
    >
      <Found kept={kept} />
      <SelectField
        label={t.kind}
        value={String(kindId)}
        options={kinds.map(({ ID, Name }) => [String(ID), Name])}
        onChange={(id) => {
          write({ kindId: Number(id), values: written });
          setFaults([]);
        }}
      />
      {partsOf(kind).map(({ tab, title, columns }) => (
        <section
          key={`${kindId} ${tab}`}
          className="record-part-of-form"
          aria-label={tab === MASTER_DATA ? undefined : title.trim() || p.ownTab}
        >
          {tab === MASTER_DATA ? null : <h3>{title.trim() || p.ownTab}</h3>}
          <div className="record-columns">
            {columns.map((column, index) => (
              <div key={index} className="record-fields">
                {column.map((field, at) => (
                  <RecordField
                    key={field.key}
                    field={asAsked(field)}
                    value={isEmpty(valueIn(field.key)) ? emptyOf(field) : valueIn(field.key)}
                    fault={faults.find(({ key }) => key === field.key)}
                    isFixed={false}
                    theirs={undefined}
                    isFocused={tab === MASTER_DATA && index === 0 && at === 0}
                    aside={hints.asideOf(field.key)}
                    onChange={(value) => {
                      write({ kindId, values: { ...written, [field.key]: value } });
                      setFaults(faults.filter(({ key }) => key !== field.key));
                    }}
                    onTakeMine={() => undefined}
                    onTakeTheirs={() => undefined}
                    onWrite={undefined}
                  />
                ))}
              </div>
            ))}
          </div>
        </section>
      ))}
      {hints.said}
      <div className="record-foot">
        <Trouble failure={failure} before={kept?.trouble} />
        <footer className="record-end">
          <Button
            kind="plain"
            {...(backLabel === undefined ? { icon: 'arrow-left' } : {})}
            onClick={() => goFrom(onBack)}
          >
            {backLabel ?? t.back}
          </Button>
          <span className="grow" />
          <Button kind="primary" type="submit" aria-disabled={isBusy}>
            {isBusy ? d.saving : isLinked ? t.createAndLink : t.createOnly}
          </Button>
        </footer>
      </div>
    </form>
  );
}

/** What an earlier page has left of it. */
function Found({ kept }: { kept: Kept | undefined }) {
  const t = useTexts(dialogTexts);
  const formats = useFormats();
  if (kept?.found === undefined) return null;
  return (
    <Callout icon="clock-counter-clockwise" action={<Button onClick={kept.drop}>{t.dropFound}</Button>}>
      {t.found(formats.full(kept.found.at / 1000))}
    </Callout>
  );
}

/** Why it is not made. `before`: why it was not when it was sent from an earlier form. */
function Trouble({ failure, before }: { failure: Failure | undefined; before: string | undefined }) {
  const t = useTexts(texts);
  const d = useTexts(dialogTexts);
  if (failure === undefined && before === undefined) return null;
  return (
    <Callout tone="fault" icon="warning">
      {failure === undefined ? before : failure.kind === 'offline' ? d.saveOffline : problemOf(t, failure)}
    </Callout>
  );
}
