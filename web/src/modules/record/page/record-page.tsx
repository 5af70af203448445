import '../record.css';
import './page.css';
import { recordCommands, recordQueries, type FieldDefinition, type RecordModel } from '@kontor/contract/record';
import { useRef, useState, type FormEvent } from 'react';
import type { Failure } from '../../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import {
  attempt,
  href,
  useKeys,
  useLanguage,
  useShell,
  useSplit,
  useTexts,
  type ScreenProps,
} from '../../../shell/index.ts';
import { useTabTitle } from '../../../shell/use-tab-title.ts';
import { useUnsaved } from '../../../shell/use-unsaved.ts';
import { Bone, Button, Callout, IconButton, LoadingLine, StatePage } from '../../../ui/parts.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { historyOf, recordHref, recordOf, useShowRecord, type NamedRecord } from '../address.ts';
import { restore, sayRemoved } from '../restoring.ts';
import { FavouriteStar } from '../boards/favourite-star.tsx';
import { HistoryPage } from './history-page.tsx';
import { Standing } from './standing.tsx';
import { TabContent, tabsOf } from './tabs.tsx';
import { pageTexts } from './texts.ts';
import { dialogTexts, type DialogTexts } from '../dialog-texts.ts';
import { KindDot } from '../link-line.tsx';
import { Fields } from '../fields.tsx';
import { MadeOf } from '../merging/made-of.tsx';
import { MergeButton } from '../merging/merge-button.tsx';
import { MovedTo } from '../merging/now-part-of.tsx';
import { useHints } from '../merging/use-hints.tsx';
import { Persons } from '../persons.tsx';
import { RemoveDialog } from '../remove-dialog.tsx';
import { texts } from '../texts.ts';
import { useEditing, type Editing } from '../use-editing.ts';
import { problemOf } from '../use-links.ts';
import { useKinds } from '../use-kinds.ts';
import { fieldsOf, type Model } from '../values.ts';

/** A record's page: its head, and what is known of it in tabs. */
export function RecordScreen({ params, onMove }: ScreenProps) {
  const t = useTexts(dialogTexts);
  const record = recordOf(params['id'] ?? '');
  const history = historyOf(params['id'] ?? '');
  if (history !== undefined) return <HistoryPage key={params['id']} of={history} />;
  if (record === undefined)
    return (
      <StatePage icon="address-book" title={t.gone}>
        {t.goneHint}
      </StatePage>
    );
  return (
    <Asked
      key={`${record.idoInstanceId} ${record.idoId}`}
      record={record}
      tab={params['tab']}
      onTab={(tab) => onMove(recordHref(record, tab, params['activityListLocation']))}
      onMove={(into) => onMove(recordHref(into, params['tab'], params['activityListLocation']))}
    />
  );
}

function Asked({
  record: { idoId, idoInstanceId },
  tab,
  onTab,
  onMove,
}: {
  record: NamedRecord;
  tab: string | undefined;
  onTab: (tab: string) => void;
  onMove: (record: NamedRecord) => void;
}) {
  const t = useTexts(dialogTexts);
  const { data, failure, isFetching, retry } = useAsk(recordQueries.model, { idoId, idoInstanceId });
  const isGone = data?.isAnDeletedIdo === true || failure?.status === 404;
  const model = data?.jsonModel ?? undefined;
  // What is written stays to be seen when the record is taken away.
  const [kept, setKept] = useState(model);
  if (model !== undefined && model !== kept) setKept(model);
  const shown = model ?? kept;
  const into = data?.mergedInto;
  useTabTitle(shown?.title || t.unnamed);
  return (
    <div className="record-page" data-scrolls aria-busy={shown === undefined && failure === undefined}>
      <LoadingLine shown={isFetching} />
      {into !== undefined && shown === undefined ? (
        <MovedTo into={into} onMove={onMove} />
      ) : shown !== undefined ? (
        <Whole model={shown} into={into} isGone={isGone} tab={tab} onTab={onTab} onChanged={retry} />
      ) : isGone ? (
        <StatePage
          icon="address-book"
          title={t.gone}
          action={data?.isAnDeletedIdo === true ? <BringBack idoId={idoId} idoInstanceId={idoInstanceId} /> : undefined}
        >
          {t.goneHint}
        </StatePage>
      ) : failure === undefined ? (
        <div className="form record-bones" aria-hidden="true">
          <Bone width="40%" height={24} />
          <Bone width="70%" height={32} />
          <Bone width="100%" height={220} />
        </div>
      ) : (
        <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
          {failure.kind === 'offline' ? t.offline : t.failed}
        </Callout>
      )}
    </div>
  );
}

/** Brings back a record that was deleted, for who may write records. */
function BringBack(named: { idoId: number; idoInstanceId: number }) {
  const t = useTexts(dialogTexts);
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  const mayWrite = useValue(client.configuration)?.rights.createIdo === true;
  return mayWrite ? (
    <Button onClick={() => void restore({ client, notices, language }, [named])}>{t.bringBack}</Button>
  ) : null;
}

function Whole({
  model,
  into,
  isGone,
  tab,
  onTab,
  onChanged,
}: {
  model: Model;
  /** What it has become part of. */
  into: RecordModel['mergedInto'];
  isGone: boolean;
  tab: string | undefined;
  onTab: (tab: string) => void;
  onChanged: () => void;
}) {
  const t = useTexts(dialogTexts);
  const p = useTexts(pageTexts);
  const wide = useSplit();
  const { navigator, tabs: open } = useShell();
  const leave = (): void => (wide ? open.leave() : navigator.back());
  // Beside a list it is the list's.
  useKeys(wide ? {} : { Escape: leave });
  const tabs = tabsOf(model, p.tabs);
  const shown = tabs.find(({ key }) => key === tab)?.key ?? tabs[0]?.key ?? 'masterData';
  return (
    <>
      <header className="record-head">
        {wide ? null : <IconButton icon="arrow-left" label={p.back} onClick={leave} />}
        <div className="record-named">
          <p className="record-kind">
            <KindDot color={model.instanceColor} /> {model.instanceTitle}
          </p>
          <h1>{model.title || t.unnamed}</h1>
        </div>
        {isGone ? null : (
          <div className="record-acts">
            <FavouriteStar record={{ ...model, displayName: model.title || t.unnamed }} isKeyed />
            {model.allowedActions.save ? <MergeButton model={model} /> : null}
            <About model={model} />
          </div>
        )}
      </header>
      <div className="record-tabs">
        <Tabs label={p.tabsLabel} tabs={tabs} value={shown} onChange={onTab} />
      </div>
      {/* What is written there stays, whichever tab is shown. */}
      <div className="record-tab" hidden={shown !== 'masterData'}>
        <Editor model={model} into={into} isGone={isGone} onChanged={onChanged} onLeave={leave} />
      </div>
      <div className="record-tab" hidden={shown === 'masterData'}>
        {shown === 'masterData' ? null : <TabContent tab={shown} model={model} isGone={isGone} onChanged={onChanged} />}
      </div>
    </>
  );
}

function Editor({
  model,
  into,
  isGone,
  onChanged,
  onLeave,
}: {
  model: Model;
  into: RecordModel['mergedInto'];
  isGone: boolean;
  onChanged: () => void;
  onLeave: () => void;
}) {
  const t = useTexts(dialogTexts);
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
  const required = (place: string): readonly FieldDefinition[] => (place === 'record' ? fieldsOf(model) : personFields);
  const save = async (): Promise<boolean> => {
    if (!editing.isDirty || isFixed) return false;
    const isDone = await editing.save(required);
    if (isDone) onChanged();
    setSaved(isDone);
    if (!isDone)
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid=true], .record-conflict button')?.focus(),
      );
    return isDone;
  };
  useUnsaved({ title: t.editing(title), isDirty: editing.isDirty, save });
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
    >
      <Standing model={model} into={into} isGone={isGone} isDirty={editing.isDirty} />
      <div className="record-columns">
        <Fields {...shared} place="record" fields={content.leftColumn} asideOf={hints.asideOf} />
        <Fields {...shared} place="record" fields={content.rightColumn} asideOf={hints.asideOf} />
      </div>
      {hints.said}
      <Persons {...shared} model={model} fields={personFields} onChanged={onChanged} />
      {isGone ? null : <MadeOf model={model} mayPart={!isFixed} />}
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
          onRemoved={onLeave}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </form>
  );
}

/** What other modules do about a record. */
function About({ model: { idoId, idoInstanceId } }: { model: Model }) {
  const client = useClient();
  const language = useLanguage();
  const { modules, notices, tabs } = useShell();
  const rights = useValue(client.configuration)?.rights;
  const given = { client, notices, language };
  return modules
    .flatMap(({ ofRecords = [] }) => ofRecords)
    .filter(({ right }) => right === undefined || rights?.[right] === true)
    .map(({ name, icon, label, run }) => (
      <Button
        key={name}
        icon={icon}
        onClick={() =>
          attempt(given, () => run(given, { idoId, idoInstanceId }, (address) => tabs.open(address, 'beside')))
        }
      >
        {label[language]}
      </Button>
    ));
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
    sayRemoved({ client, notices, language }, [{ idoId, idoInstanceId }], t.removed(title));
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
