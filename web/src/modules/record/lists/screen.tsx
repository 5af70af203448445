import '../record.css';
import './lists.css';
import { MAX_COUNTED, type SharedQuery } from '@kontor/contract/record';
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useClient, useValue } from '../../../client/react.tsx';
import {
  HeadSlot,
  Stale,
  useFormats,
  useGo,
  useKeys,
  useMedia,
  useSettings,
  useShell,
  useTexts,
  type ScreenProps,
} from '../../../shell/index.ts';
import { queryOf } from '../../../shell/routes.ts';
import { Splitter } from '../../../shell/tabs/splitter.tsx';
import { Requested } from '../../../ui/held-keys.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { IconButton, LoadingLine } from '../../../ui/parts.tsx';
import { useIsWide } from '../../../ui/use-is-wide.ts';
import { createRecord, showDeleted, showDuplicates } from '../asking.ts';
import { useQueries } from '../boards/queries.ts';
import type { Asking } from '../boards/query-tree.tsx';
import { deletedTexts } from '../deleted/texts.ts';
import { mergingTexts } from '../merging/texts.ts';
import { transferHref } from '../importing/address.ts';
import { addressOf, isSearched, readAddress, type RecordQuery } from './address.ts';
import { Body } from './body.tsx';
import { ConditionsBar } from './conditions-bar.tsx';
import type { GridHandle } from './grid-props.ts';
import { KindsPane } from './kinds-pane.tsx';
import { listTexts } from './list-texts.ts';
import { Queries } from './queries.tsx';
import { QueryState } from './query-state.tsx';
import { useCellText } from './said.ts';
import { hrefOfQuery, savedOf, withQuery } from './saved.ts';
import { SearchField } from './search-field.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Troubles } from './trouble.tsx';
import { useEditingCell } from './use-editing-cell.ts';
import { WaitingRecords } from './waiting-records.tsx';
import { useRecordList, type RecordList } from './use-record-list.ts';

const ColumnsDialog = lazily(() => import('./columns-dialog.tsx').then((module) => module.ColumnsDialog));
const ExportDialog = lazily(() => import('./export-dialog.tsx').then((module) => module.ExportDialog));
const QueryDialog = lazily(() => import('../boards/query-dialog.tsx').then((module) => module.QueryDialog));
const RemoveMany = lazily(() => import('./remove-many.tsx').then((module) => module.RemoveMany));

/** Pixels that a list and the kinds beside it need. */
const ROOM_FOR_KINDS = 640;
const MIN_PANE = 160;
const MAX_PANE = 420;
/** Lists of records: of a kind, or of all, or what a query finds of them. */
export function RecordListScreen({ params, address, onMove }: ScreenProps) {
  const { queries, isFresh } = useQueries();
  const given = useMemo(() => readAddress(params, queryOf(address)), [params, address]);
  const query = queries?.find(({ id, isFolder }) => id === given.queryId && !isFolder);
  const recordQuery = useMemo(() => (query === undefined ? given : withQuery(given, query)), [given, query]);
  // What a query finds is not shown as if it found everything.
  if (given.isAsSaved === true && query === undefined && !(queries !== undefined && isFresh))
    return <div className="records" aria-busy="true" />;
  return <RecordLists recordQuery={recordQuery} queries={queries ?? []} query={query} onMove={onMove} />;
}

function RecordLists({
  recordQuery,
  queries,
  query,
  onMove,
}: {
  recordQuery: RecordQuery;
  queries: readonly SharedQuery[];
  /** The one whose list it is. */
  query: SharedQuery | undefined;
  onMove: ScreenProps['onMove'];
}) {
  const t = useTexts(listTexts);
  const go = useGo();
  const [frame, hasRoom] = useIsWide(ROOM_FOR_KINDS, true);
  const isWide = useMedia('(min-width: 900px)') && hasRoom;
  const mayWrite = useValue(useClient().configuration)?.rights.createIdo === true;
  const list = useRecordList(recordQuery);
  const { kind, kinds, appearance, rows, selection, chosen } = list;
  const editing = useEditingCell();
  const said = useCellText(kinds);
  const handle = useRef<GridHandle>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [isTaking, setTaking] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const shown = savedOf(recordQuery, list.sort);
  const save = (): void => setAsking({ kind: 'new', isFolder: false, parentId: null, search: shown });
  useKeys({ v: () => setChoosing(true), S: save });
  useEffect(() => {
    for (const part of [ColumnsDialog, RemoveMany, QueryDialog]) void part.load();
  }, []);

  const show = (part: Partial<RecordQuery>): void => {
    const isAsSaved = recordQuery.isAsSaved === true && part.text === undefined && part.conditions === undefined;
    onMove(addressOf({ ...recordQuery, ...part, isAsSaved }));
  };
  const create = mayWrite ? (): void => createRecord({ idoInstanceId: recordQuery.instanceId }) : undefined;
  // What is begun here is of the kind that is shown.
  useKeys(create === undefined ? {} : { R: create });
  const remove = mayWrite && chosen.length > 0 ? (): void => setRemoving(true) : undefined;
  const title = query?.name ?? kind?.Name ?? t.records;
  const pane = (
    <KindsPane
      kinds={list.areKindsKnown ? kinds : undefined}
      counts={list.counts}
      most={list.isCut ? MAX_COUNTED : Infinity}
      recordQuery={recordQuery}
    >
      <Queries queries={queries} current={recordQuery.queryId} isWide={isWide} onAsk={setAsking} onSave={save} />
    </KindsPane>
  );
  return (
    <Frame frame={frame} isWide={isWide} pane={pane}>
      <div className="records-main">
        <LoadingLine shown={rows.isFetching && rows.total !== undefined} />
        <Head
          title={title}
          list={list}
          onCreate={create}
          onRemove={remove}
          onColumns={() => setChoosing(true)}
          onExport={kind === undefined ? undefined : () => setTaking(true)}
          onSave={query !== undefined || isSearched(recordQuery) ? save : undefined}
        />
        {isWide ? null : pane}
        <div className="records-search">
          <SearchField
            value={recordQuery.text}
            onSearch={(text) => show({ text })}
            onDone={() => handle.current?.focus()}
          />
          <ConditionsBar
            conditions={recordQuery.conditions}
            columns={list.columns}
            fields={list.fields}
            kinds={kinds}
            onChange={(conditions) => show({ conditions })}
          />
          <QueryState query={query} recordQuery={recordQuery} search={shown} onMove={onMove} />
        </div>
        {rows.total === undefined ? null : <Stale at={rows.at} failure={rows.failure} onRetry={rows.retry} />}
        <WaitingRecords kindId={recordQuery.instanceId} />
        <Body
          list={list}
          title={title}
          handle={handle}
          editing={editing}
          mayEdit={mayWrite && recordQuery.instanceId !== 0}
          onShow={show}
          onCreate={create}
          onRemove={remove}
        />
      </div>
      <LoadedWhen when={isChoosing}>
        <ColumnsDialog appearance={appearance} onClose={() => setChoosing(false)} />
      </LoadedWhen>
      <LoadedWhen when={isTaking}>
        <ExportDialog list={list} onClose={() => setTaking(false)} />
      </LoadedWhen>
      <LoadedWhen when={isRemoving && chosen.length > 0}>
        <RemoveMany chosen={chosen} onGone={selection.set} onClose={() => setRemoving(false)} />
      </LoadedWhen>
      {asking === undefined ? null : (
        <Requested>
          <QueryDialog asking={asking} onMade={(made) => go(hrefOfQuery(made))} onClose={() => setAsking(undefined)} />
        </Requested>
      )}
      <Troubles columns={list.columns} said={said} onSave={editing.save} />
    </Frame>
  );
}

/** The kinds beside the list, as wide as the person has made them, where there is room for them. */
function Frame({
  frame,
  isWide,
  pane,
  children,
}: {
  frame: RefObject<HTMLDivElement | null>;
  isWide: boolean;
  pane: ReactNode;
  children: ReactNode;
}) {
  const t = useTexts(listTexts);
  const { settings } = useShell();
  const { recordSplit } = useSettings();
  return (
    <div
      ref={frame}
      className="records"
      data-wide={isWide}
      style={isWide ? { gridTemplateColumns: `${recordSplit}px auto minmax(0, 1fr)` } : undefined}
    >
      {isWide ? pane : null}
      {isWide ? (
        <Splitter
          label={t.kindsWidth}
          width={recordSplit}
          least={MIN_PANE}
          most={MAX_PANE}
          onChange={(width) => settings.change({ recordSplit: width })}
        />
      ) : null}
      {children}
    </div>
  );
}

const LoadedWhen = ({ when, children }: { when: boolean; children: ReactNode }) =>
  when ? <Requested>{children}</Requested> : null;

interface HeadProps {
  readonly title: string;
  readonly list: RecordList;
  readonly onCreate: (() => void) | undefined;
  readonly onColumns: () => void;
  /** Left out in the list of all kinds. */
  readonly onExport: (() => void) | undefined;
  /** Left out where nothing is searched for. */
  readonly onSave: (() => void) | undefined;
}

function Head({ onRemove, ...given }: HeadProps & { readonly onRemove: (() => void) | undefined }) {
  const { chosen, selectAll, selection } = given.list;
  if (chosen.length === 0) return <Toolbar {...given} />;
  return (
    <SelectionBar
      title={given.title}
      chosen={chosen}
      onAll={selectAll}
      onClear={selection.clear}
      onExport={given.onExport}
      onRemove={onRemove}
    />
  );
}

/** What the list is called, how long it is, and what can be done with it. */
function Toolbar({ title, list: { kind, rows, isCapped }, onCreate, onColumns, onExport, onSave }: HeadProps) {
  const t = useTexts(listTexts);
  const m = useTexts(mergingTexts);
  const d = useTexts(deletedTexts);
  const go = useGo();
  const mayWrite = useValue(useClient().configuration)?.rights.createIdo === true;
  const formats = useFormats();
  const { total } = rows;
  const count =
    total === undefined
      ? '\u00a0'
      : isCapped
        ? t.moreThan(formats.number(MAX_COUNTED - 1))
        : t.count(formats.number(total), total === 1);
  return (
    <div className="toolbar">
      <HeadSlot of="slotTopLeft" />
      <h1>{title}</h1>
      <span className="number" role="status">
        {count}
      </span>
      <span className="grow" />
      {onCreate === undefined ? null : <IconButton icon="plus" label={t.newRecord} hotkey="R" onClick={onCreate} />}
      {onSave === undefined ? null : (
        <IconButton icon="bookmark-simple" label={t.querySave} hotkey="S" onClick={onSave} />
      )}
      {kind === undefined ? null : (
        <IconButton icon="files" label={m.duplicates} onClick={() => showDuplicates(kind.ID)} />
      )}
      {mayWrite ? <IconButton icon="trash" label={d.title} onClick={() => showDeleted(kind?.ID)} /> : null}
      {mayWrite ? (
        <IconButton
          icon="upload-simple"
          label={t.importTitle}
          onClick={() => go(transferHref(kind === undefined ? {} : { kindId: kind.ID }))}
        />
      ) : null}
      {onExport === undefined ? null : <IconButton icon="download-simple" label={t.exportTitle} onClick={onExport} />}
      <IconButton icon="sliders-horizontal" label={t.columns} hotkey="v" onClick={onColumns} />
      <HeadSlot of="slotTopRight" />
    </div>
  );
}
