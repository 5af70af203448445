import '../record.css';
import './page.css';
import { recordQueries, type RecordModel } from '@kontor/contract/record';
import { useEffect, useState } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import {
  Failed,
  attempt,
  useKeyName,
  useKeys,
  useLanguage,
  useShell,
  useSplit,
  useTexts,
  type RecordAction,
  type ScreenProps,
} from '../../../shell/index.ts';
import { GonePage } from '../../../shell/failures/gone-page.tsx';
import { useTabTitle } from '../../../shell/tabs/use-tab-title.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { SkeletonBlock, Button, IconButton, LoadingLine } from '../../../ui/parts.tsx';
import { holdWhile } from '../../../ui/held-keys.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { historyOf, recordHref, recordOf, type NamedRecord } from '../address.ts';
import { restore } from '../restoring.ts';
import { FavouriteStar } from '../boards/favourite-star.tsx';
import { Editor } from './editor.tsx';
import { HistoryPage } from './history-page.tsx';
import { MASTER_DATA, isOfFields, tabsOf } from './record-tabs.ts';
import { TabContent } from './tabs.tsx';
import { pageTexts } from './texts.ts';
import { dialogTexts } from '../dialog-texts.ts';
import { KindDot } from '../link-line.tsx';
import { MergeButton } from '../merging/merge-button.tsx';
import { MovedTo } from '../merging/now-part-of.tsx';
import type { Model } from '../fields/values.ts';
import { comingBack } from '../waiting.ts';

/** A record's page: its head, and what is known of it in tabs. */
export function RecordScreen({ params, onMove }: ScreenProps) {
  const t = useTexts(dialogTexts);
  const record = recordOf(params['id'] ?? '');
  const history = historyOf(params['id'] ?? '');
  if (history !== undefined) return <HistoryPage key={params['id']} of={history} />;
  if (record === undefined) return <GonePage icon="address-book" title={t.gone} wasKnown={false} />;
  return (
    <RequestedRecord
      key={`${record.idoInstanceId} ${record.idoId}`}
      record={record}
      tab={params['tab']}
      onTab={(tab) => onMove(recordHref(record, tab, params['activityListLocation']))}
      onMove={(into) => onMove(recordHref(into, params['tab'], params['activityListLocation']))}
    />
  );
}

/** It was deleted, and can be brought back; or nobody can say that there ever was one. */
function NotHere({ isDeleted, ...record }: NamedRecord & { isDeleted: boolean }) {
  const t = useTexts(dialogTexts);
  return (
    <GonePage
      icon="address-book"
      title={t.gone}
      hint={t.goneHint}
      wasKnown={isDeleted}
      action={isDeleted ? <BringBack {...record} /> : undefined}
    />
  );
}

/** What its tab is called; undefined where nobody can say whether there is such a record. */
const titleOf = (shown: Model | undefined, isThere: boolean, unnamed: string): string | undefined =>
  shown === undefined ? (isThere ? unnamed : undefined) : shown.title || unnamed;

function RequestedRecord({
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
  useTabTitle(titleOf(shown, failure !== undefined && !isGone, t.unnamed));
  return (
    <div className="record-page" data-scrolls aria-busy={shown === undefined && failure === undefined}>
      <LoadingLine shown={isFetching} />
      {into !== undefined && shown === undefined ? (
        <MovedTo into={into} onMove={onMove} />
      ) : shown !== undefined ? (
        <Whole model={shown} into={into} isGone={isGone} tab={tab} onTab={onTab} onChanged={retry} />
      ) : isGone ? (
        <NotHere isDeleted={data?.isAnDeletedIdo === true} idoId={idoId} idoInstanceId={idoInstanceId} />
      ) : failure === undefined ? (
        <div className="form record-skeleton" aria-hidden="true">
          <SkeletonBlock width="40%" height={24} />
          <SkeletonBlock width="70%" height={32} />
          <SkeletonBlock width="100%" height={220} />
        </div>
      ) : (
        <Failed failure={failure} title={t.failed} onRetry={retry} />
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
  const isWaiting = comingBack(useValue(client.waiting)).has(named.idoId);
  if (isWaiting) return <p role="status">{t.restoredLater(1)}</p>;
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
  const tabs = tabsOf(model, p.tabs, p.ownTab);
  const shown = tabs.find(({ key }) => key === tab)?.key ?? tabs[0]?.key ?? MASTER_DATA;
  return (
    <>
      <header className="record-head">
        {wide ? null : <IconButton icon="arrow-left" label={p.back} onClick={leave} />}
        <Avatar name={model.title || model.instanceTitle} isRecord />
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
      <div className="record-tab" hidden={!isOfFields(shown)}>
        <Editor
          model={model}
          into={into}
          isGone={isGone}
          tabs={tabs.filter(({ key }) => isOfFields(key))}
          shown={shown}
          onTab={onTab}
          onChanged={onChanged}
          onLeave={leave}
        />
      </div>
      <div className="record-tab" hidden={isOfFields(shown)}>
        {isOfFields(shown) ? null : <TabContent tab={shown} model={model} isGone={isGone} onChanged={onChanged} />}
      </div>
    </>
  );
}

/** What other modules do about a record, once it is loaded. */
function useRecordActions(): readonly RecordAction[] {
  const { modules } = useShell();
  const rights = useValue(useClient().configuration)?.rights;
  const [actions, setActions] = useState<readonly RecordAction[]>([]);
  useEffect(() => {
    let isOver = false;
    // What cannot be loaded now is not offered: the rest is.
    void Promise.allSettled(modules.flatMap(({ ofRecords }) => ofRecords?.() ?? [])).then((all) => {
      if (!isOver) setActions(all.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])));
    });
    return () => {
      isOver = true;
    };
  }, [modules]);
  return actions.filter(({ right }) => right === undefined || rights?.[right] === true);
}

function About({ model: { idoId, idoInstanceId } }: { model: Model }) {
  const client = useClient();
  const language = useLanguage();
  const { notices, tabs } = useShell();
  const actions = useRecordActions();
  const keyName = useKeyName();
  const given = { client, notices, language };
  const run = (action: RecordAction): void =>
    attempt(given, () =>
      holdWhile(() => action.run(given, { idoId, idoInstanceId }, (address) => tabs.open(address, 'beside'))),
    );
  useKeys(
    Object.fromEntries(
      actions.flatMap((action) => (action.key === undefined ? [] : [[action.key, () => run(action)]])),
    ),
  );
  const titleOf = ({ label, key = '' }: RecordAction): string => {
    const pressed = keyName(key);
    return pressed === '' ? label[language] : `${label[language]} (${pressed})`;
  };
  return actions.map((action) => (
    <Button
      key={action.name}
      icon={action.icon}
      aria-label={action.label[language]}
      title={titleOf(action)}
      onClick={() => run(action)}
    >
      <span className="record-act-label">{action.label[language]}</span>
      <span className="record-act-short">{action.short[language]}</span>
    </Button>
  ));
}
