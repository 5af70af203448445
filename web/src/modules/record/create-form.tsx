import { recordQueries, type FieldFault, type RecordInstance, type Value } from '@kontor/contract/record';
import { useLayoutEffect, useRef, type FormEvent } from 'react';
import type { Failure } from '../../client/failure.ts';
import { useAsk } from '../../client/react.tsx';
import { writingKey } from '../../editor/writing/writing-keys.ts';
import { useFormats, useTexts } from '../../shell/index.ts';
import { useUnsaved } from '../../shell/forms/use-unsaved.ts';
import { SelectField } from '../../ui/fields.tsx';
import { SkeletonBlock, Button, Callout } from '../../ui/parts.tsx';
import { dialogTexts } from './dialog-texts.ts';
import { RecordField } from './fields/field.tsx';
import { defaultKind, emptyOf, isEmpty, type About } from './fields/values.ts';
import type { Named } from './links.ts';
import { useHints, type Hints } from './merging/use-hints.tsx';
import { MASTER_DATA, partsOf } from './page/record-tabs.ts';
import { pageTexts } from './page/texts.ts';
import { texts } from './texts.ts';
import { problemOf } from './use-links.ts';
import { useCreating, useNewValues, type Kept } from './use-new-record.ts';

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
  const initialKind = kinds.find(({ ID }) => ID === given.kindId) ?? defaultKind(kinds);
  if (initialKind !== undefined) return <Form {...given} kinds={kinds} default={initialKind} />;
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
  default: initialKind,
}: Props & { kinds: readonly RecordInstance[]; default: RecordInstance }) {
  const t = useTexts(texts);
  const d = useTexts(dialogTexts);
  const form = useRef<HTMLFormElement>(null);
  const record = useNewValues({ typed, about, kept, kinds, default: initialKind });
  const { kind, kindId, fields, valueIn, isDirty } = record;
  const { faults, setFaults, failure, isBusy, create } = useCreating({
    record,
    kept,
    form,
    onMade: (made) => {
      hints.made(made.idoId);
      onMade(made);
    },
  });
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
          record.writeKind(Number(id));
          setFaults([]);
        }}
      />
      <RecordParts
        record={record}
        faults={faults}
        asideOf={hints.asideOf}
        onChange={(key, value) => {
          record.writeField(key, value);
          setFaults(faults.filter((fault) => fault.key !== key));
        }}
      />
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

/** The fields, by the tabs that they stand in later. */
function RecordParts({
  record: { kind, kindId, valueIn, fieldInForm },
  faults,
  asideOf,
  onChange,
}: {
  record: ReturnType<typeof useNewValues>;
  faults: readonly FieldFault[];
  asideOf: Hints['asideOf'];
  onChange: (key: string, value: Value) => void;
}) {
  const p = useTexts(pageTexts);
  return partsOf(kind).map(({ tab, title, columns }) => (
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
                field={fieldInForm(field)}
                value={isEmpty(valueIn(field.key)) ? emptyOf(field) : valueIn(field.key)}
                fault={faults.find(({ key }) => key === field.key)}
                isFixed={false}
                theirs={undefined}
                isFocused={tab === MASTER_DATA && index === 0 && at === 0}
                aside={asideOf(field.key)}
                onChange={(value) => onChange(field.key, value)}
                onTakeMine={() => undefined}
                onTakeTheirs={() => undefined}
                onWrite={undefined}
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  ));
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
