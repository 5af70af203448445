import { recordCommands, type FieldDefinition, type RecordModel } from '@kontor/contract/record';
import { useRef, useState, type FormEvent } from 'react';
import type { Failure } from '../../../client/failure.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { writingKey } from '../../../editor/writing/writing-keys.ts';
import { href, useFormats, useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { useUnsaved } from '../../../shell/use-unsaved.ts';
import { Button, Callout } from '../../../ui/parts.tsx';
import { useShowRecord } from '../address.ts';
import { dialogTexts, type DialogTexts } from '../dialog-texts.ts';
import { Fields } from '../fields.tsx';
import { MadeOf } from '../merging/made-of.tsx';
import { useHints } from '../merging/use-hints.tsx';
import { Persons } from '../persons.tsx';
import { RemoveDialog } from '../remove-dialog.tsx';
import { sayRemoved } from '../restoring.ts';
import { texts } from '../texts.ts';
import { useEditing, type Editing } from '../use-editing.ts';
import { useKinds } from '../use-kinds.ts';
import { problemOf } from '../use-links.ts';
import { fieldsOf, type Model } from '../values.ts';
import { leadToFault } from './lead-to-fault.ts';
import { MASTER_DATA, fieldsIn, type RecordTab } from './record-tabs.ts';
import { Standing } from './standing.tsx';
import { pageTexts } from './texts.ts';

/** The fields of a record in the tabs that are of fields, and its contact persons: one form, in which what is written stays, whichever is shown. */
export function Editor({
  model,
  into,
  isGone,
  tabs: ofFields,
  shown,
  onTab,
  onChanged,
  onLeave,
}: {
  model: Model;
  into: RecordModel['mergedInto'];
  isGone: boolean;
  /** Those that are of fields, in their order, and the one of all that is shown. */
  tabs: readonly RecordTab[];
  shown: string;
  onTab: (tab: string) => void;
  onChanged: () => void;
  onLeave: () => void;
}) {
  const t = useTexts(dialogTexts);
  const p = useTexts(pageTexts);
  const formats = useFormats();
  const client = useClient();
  const { tabs } = useShell();
  const showRecord = useShowRecord();
  const form = useRef<HTMLFormElement>(null);
  const editing = useEditing(model);
  const kinds = useKinds();
  const [isSaved, setSaved] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  const isFixed = !model.allowedActions.save || isGone;
  const { model: content, title } = model;
  const ofPersons = kinds?.find(({ ID }) => ID === model.idoInstanceId)?.fields.contactPerson;
  const personFields: readonly FieldDefinition[] = ofPersons ?? content.contactPersons[0]?.fields ?? [];
  /** Of what stands in no tab that is shown nothing is demanded: nobody could give it. */
  const inTabs = ofFields.flatMap(({ key }) => fieldsIn(fieldsOf(model), key));
  const required = (place: string): readonly FieldDefinition[] => (place === 'record' ? inTabs : personFields);
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
      {ofFields.map(({ key }) => {
        const [left, right] = [fieldsIn(content.leftColumn, key), fieldsIn(content.rightColumn, key)];
        return (
          <div key={key} data-tab={key} hidden={key !== shown}>
            {left.length + right.length === 0 && key !== MASTER_DATA ? <p className="quiet">{p.noFields}</p> : null}
            <div className="record-columns">
              <Fields {...shared} place="record" fields={left} asideOf={hints.asideOf} />
              <Fields {...shared} place="record" fields={right} asideOf={hints.asideOf} />
            </div>
            {key === MASTER_DATA ? (
              <>
                <Persons {...shared} model={model} fields={personFields} onChanged={onChanged} />
                {isGone ? null : <MadeOf model={model} mayPart={!isFixed} />}
              </>
            ) : null}
          </div>
        );
      })}
      {hints.said}
      <div className="record-foot">
        <Troubles editing={editing} t={t} onRetry={() => void save()} />
        <footer className="record-end">
          {model.allowedActions.delete && !isGone ? (
            <Button kind="danger" icon="trash" onClick={() => setAsked(true)}>
              {t.remove}
            </Button>
          ) : null}
          <span className="grow" role="status">
            {isSaved && !editing.isDirty ? t.saved : ''}
          </span>
          {editing.isDirty && !isFixed ? (
            <Button kind="primary" type="submit" aria-disabled={editing.isBusy}>
              {editing.isBusy ? t.saving : t.save}
            </Button>
          ) : null}
        </footer>
      </div>
      {isAsked ? (
        <Removing
          model={model}
          stamp={editing.stamp()}
          onConflict={onChanged}
          onRemoved={() => {
            editing.drop();
            onLeave();
          }}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </form>
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
