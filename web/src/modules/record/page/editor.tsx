import { recordCommands, type FieldDefinition, type RecordModel } from '@kontor/contract/record';
import { useRef, useState, type FormEvent } from 'react';
import type { Failure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { writingKey } from '../../../editor/writing/writing-keys.ts';
import { href, useFormats, useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { NumbersOf } from '../../../shell/numbers/numbers-of.ts';
import { useUnsaved } from '../../../shell/forms/use-unsaved.ts';
import { Button, Callout } from '../../../ui/parts.tsx';
import { useShowRecord } from '../address.ts';
import { dialogTexts, type DialogTexts } from '../dialog-texts.ts';
import { Fields, type FieldsProps } from '../fields/columns.tsx';
import { MadeOf } from '../merging/made-of.tsx';
import { useHints, type Hints } from '../merging/use-hints.tsx';
import { Persons } from '../persons.tsx';
import { RemoveDialog } from '../remove-dialog.tsx';
import { sayRemoved } from '../restoring.ts';
import { texts } from '../texts.ts';
import { useEditing, type Editing } from '../use-editing.ts';
import { useKinds } from '../use-kinds.ts';
import { problemOf } from '../use-links.ts';
import { fieldsOf, type Model } from '../fields/values.ts';
import { leadToFault } from './lead-to-fault.ts';
import { MASTER_DATA, fieldsIn, type RecordTab } from './record-tabs.ts';
import { Standing } from './standing.tsx';
import { pageTexts } from './texts.ts';

interface Props {
  readonly model: Model;
  readonly into: RecordModel['mergedInto'];
  readonly isGone: boolean;
  /** Those that are of fields, in their order, and the one of all that is shown. */
  readonly tabs: readonly RecordTab[];
  readonly shown: string;
  readonly onTab: (tab: string) => void;
  readonly onChanged: () => void;
  readonly onLeave: () => void;
}

/** The fields of a record in the tabs that are of fields, and its contact persons: one form, in which what is written stays, whichever is shown. */
export function Editor({ model, into, isGone, tabs: ofFields, shown, onTab, onChanged, onLeave }: Props) {
  const t = useTexts(dialogTexts);
  const formats = useFormats();
  const client = useClient();
  const { tabs } = useShell();
  const showRecord = useShowRecord();
  const form = useRef<HTMLFormElement>(null);
  const editing = useEditing(model);
  const kinds = useKinds();
  const [isSaved, setSaved] = useState(false);
  const [isRemovalAsked, setRemovalAsked] = useState(false);
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  const isFixed = !model.allowedActions.save || isGone;
  const { title } = model;
  const ofPersons = kinds?.find(({ ID }) => ID === model.idoInstanceId)?.fields.contactPerson;
  const personFields: readonly FieldDefinition[] = ofPersons ?? model.model.contactPersons[0]?.fields ?? [];
  /** Of what stands in no tab that is shown nothing is demanded: nobody could give it. */
  const inTabs = ofFields.flatMap(({ key }) => fieldsIn(fieldsOf(model), key));
  const required = (target: string): readonly FieldDefinition[] => (target === 'record' ? inTabs : personFields);
  const save = async (): Promise<boolean> => {
    if (!editing.isDirty || isFixed) return false;
    const isDone = await editing.save(required);
    if (isDone) onChanged();
    setSaved(isDone);
    if (!isDone) leadToFault(form, onTab);
    return isDone;
  };
  useUnsaved({ title: t.editing(title), isDirty: editing.isDirty, save, discard: editing.drop });
  const write = (addresses: readonly string[]): void => {
    const query = new URLSearchParams({ draft: client.env.newId(), mailto: `mailto:${addresses.join(',')}` });
    tabs.open(`${href('mailSend', {})}?${query.toString()}`, 'beside');
  };
  const hints = useHints({
    idoInstanceId: model.idoInstanceId,
    idoId: model.idoId,
    fields: fieldsOf(model),
    values: isFixed ? undefined : editing.valuesIn('record'),
    onOpen: (record) => showRecord(record),
    isOver: false,
  });
  const shared = { editing, isFixed, onWrite: mayWrite ? write : undefined };
  return (
    <form
      ref={form}
      className="record-form"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        event.stopPropagation();
        void save();
      }}
      onInput={() => setSaved(false)}
      onKeyDown={(event) => writingKey(event, { done: () => void save(), save: () => void save() })}
    >
      <Standing model={model} into={into} isGone={isGone} isDirty={editing.isDirty} />
      {editing.foundAt === undefined ? null : (
        <Callout icon="clock-counter-clockwise" action={<Button onClick={editing.drop}>{t.dropFound}</Button>}>
          {t.found(formats.full(editing.foundAt / 1000))}
        </Callout>
      )}
      {ofFields.map(({ key }) => (
        <div key={key} data-tab={key} hidden={key !== shown}>
          <TabFields {...shared} model={model} tab={key} asideOf={hints.asideOf} />
          {key === MASTER_DATA ? (
            <>
              <Persons {...shared} model={model} fields={personFields} onChanged={onChanged} />
              {isGone ? null : <MadeOf model={model} mayPart={!isFixed} />}
            </>
          ) : null}
        </div>
      ))}
      {hints.said}
      <div className="record-foot">
        <Troubles editing={editing} t={t} onRetry={() => void save()} />
        <Foot
          editing={editing}
          isFixed={isFixed}
          isSaved={isSaved}
          onRemove={model.allowedActions.delete && !isGone ? () => setRemovalAsked(true) : undefined}
        />
      </div>
      {isRemovalAsked ? (
        <Removing
          model={model}
          stamp={editing.stamp()}
          onConflict={onChanged}
          onRemoved={() => {
            editing.drop();
            onLeave();
          }}
          onClose={() => setRemovalAsked(false)}
        />
      ) : null}
    </form>
  );
}

/** The fields of one tab, in two columns. */
function TabFields({
  model: { model, idoId, idoInstanceId },
  tab,
  asideOf,
  ...shared
}: FieldsProps & { model: Model; tab: string; asideOf: Hints['asideOf'] }) {
  const p = useTexts(pageTexts);
  const [left, right] = [fieldsIn(model.leftColumn, tab), fieldsIn(model.rightColumn, tab)];
  return (
    <NumbersOf value={{ record: { idoId, idoInstanceId } }}>
      {left.length + right.length === 0 && tab !== MASTER_DATA ? <p className="quiet">{p.noFields}</p> : null}
      <div className="record-columns">
        <Fields {...shared} target="record" fields={left} asideOf={asideOf} />
        <Fields {...shared} target="record" fields={right} asideOf={asideOf} />
      </div>
    </NumbersOf>
  );
}

/** Removes it, says that it is saved, saves it. */
function Foot({
  editing,
  isFixed,
  isSaved,
  onRemove,
}: {
  editing: Editing;
  isFixed: boolean;
  isSaved: boolean;
  /** Undefined where it may not be removed. */
  onRemove: (() => void) | undefined;
}) {
  const t = useTexts(dialogTexts);
  return (
    <footer className="record-end">
      {onRemove === undefined ? null : (
        <Button kind="danger" icon="trash" onClick={onRemove}>
          {t.remove}
        </Button>
      )}
      <span className="grow" role="status">
        {isSaved && !editing.isDirty ? t.saved : ''}
      </span>
      {editing.isDirty && !isFixed ? (
        <Button kind="primary" type="submit" aria-disabled={editing.isBusy}>
          {editing.isBusy ? t.saving : t.save}
        </Button>
      ) : null}
    </footer>
  );
}

/** Why it is not saved yet. */
function Troubles({ editing: { trouble }, t, onRetry }: { editing: Editing; t: DialogTexts; onRetry: () => void }) {
  const general = useTexts(texts);
  if (trouble === undefined) return null;
  if (trouble.kind !== 'failure')
    return (
      <Callout tone="fault" icon="warning">
        {general.problems[trouble.kind === 'invalid' ? 'RECORD_INVALID' : 'RECORD_CONFLICT']}
      </Callout>
    );
  const { failure } = trouble;
  const isKnown = failure.code in general.problems;
  return (
    <Callout tone="fault" icon="warning" action={<Button onClick={onRetry}>{t.retry}</Button>}>
      {failure.kind === 'offline' ? t.saveOffline : isKnown ? problemOf(general, failure) : t.saveFailed}
    </Callout>
  );
}

function Removing({
  model,
  stamp,
  onConflict,
  onRemoved,
  onClose,
}: {
  model: Model;
  stamp: number;
  onConflict: () => void;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const t = useTexts(dialogTexts);
  const general = useTexts(texts);
  const client = useClient();
  const language = useLanguage();
  const { notices, unsaved } = useShell();
  const { idoId, idoInstanceId, title } = model;
  const remove = async (): Promise<void> => {
    const params = { idoId, idoInstanceId, lastKnownChangeTimestamp: stamp };
    await client.transport.command(recordCommands.delete, params, client.env.newId(), { once: true });
    sayRemoved({ client, notices, language }, [{ idoId, idoInstanceId, displayName: title }], t.removed(title));
    // What was written about it went with it, as the question said.
    unsaved.forget(unsaved.entries.get().filter((entry) => entry.title === t.editing(title)));
    onRemoved();
  };
  const faultOf = (failure: Failure): string => {
    if (failure.code !== 'RECORD_CONFLICT') return problemOf(general, failure);
    onConflict();
    return t.removeConflict;
  };
  return (
    <RemoveDialog
      title={t.removeTitle}
      text={t.removeText(title)}
      label={t.remove}
      remove={remove}
      faultOf={faultOf}
      onClose={onClose}
    />
  );
}
