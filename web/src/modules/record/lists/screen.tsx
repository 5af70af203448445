import '../record.css';
import './lists.css';
import { MOST_COUNTED } from '@kontor/contract/record';
import { useEffect, useRef, useState } from 'react';
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
import { Splitter } from '../../../shell/splitter.tsx';
import { Requested } from '../../../ui/held-keys.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { IconButton, LoadingLine } from '../../../ui/parts.tsx';
import { useShowRecord } from '../address.ts';
import { createRecord } from '../asked.ts';
import { addressOf, type RecordAsked } from './address.ts';
import { ConditionsBar } from './conditions-bar.tsx';
import { Grid, type GridHandle } from './grid.tsx';
import { KindsPane } from './kinds-pane.tsx';
import { listTexts } from './list-texts.ts';
import { withWidth } from './look.ts';
import { wordsOf } from './marks.ts';
import { NoRows } from './no-rows.tsx';
import { useCellText } from './said.ts';
import { SearchField } from './search-field.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Troubles } from './trouble.tsx';
import { useEditingCell } from './use-editing-cell.ts';
import { useRecordList, type RecordList } from './use-record-list.ts';
import type { RecordRow } from './use-rows.ts';

const ColumnsDialog = lazily(() => import('./columns-dialog.tsx').then((module) => module.ColumnsDialog));
const RemoveMany = lazily(() => import('./remove-many.tsx').then((module) => module.RemoveMany));

const LEAST_PANE = 160;
const MOST_PANE = 420;
const CARD = 76;

/** Height of a row in pixels. */
function useSize(isCards: boolean): number {
  const { rowSize } = useSettings();
  const coarse = useMedia('(pointer: coarse)');
  if (isCards) return CARD;
  return rowSize === 'compact' && !coarse ? 36 : 44;
}

/** Lists of records: of a kind, or of all. */
export function RecordListScreen({ params, address, onMove }: ScreenProps) {
  const t = useTexts(listTexts);
  const { settings } = useShell();
  const go = useGo();
  const { recordSplit } = useSettings();
  const isWide = useMedia('(min-width: 900px)');
  const isCards = useMedia('(max-width: 700px)');
  const size = useSize(isCards);
  const mayWrite = useValue(useClient().configuration)?.rights.createIdo === true;
  const list = useRecordList(params, address);
  const { asked, kind, kinds, look, rows, selection, chosen } = list;
  const editing = useEditingCell();
  const said = useCellText(kinds);
  const handle = useRef<GridHandle>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  useKeys({ v: () => setChoosing(true) });
  useEffect(() => {
    for (const part of [ColumnsDialog, RemoveMany]) void part.load();
  }, []);

  const showRecord = useShowRecord();
  const show = (part: Partial<RecordAsked>): void => onMove(addressOf({ ...asked, ...part }));
  const open = (row: RecordRow): void => {
    const { id, kindId } = list.chosenOf(row);
    showRecord({ idoId: id, idoInstanceId: kindId });
  };
  const create = mayWrite ? (): void => createRecord({ idoInstanceId: asked.instanceId }) : undefined;
  // What is begun here is of the kind that is shown.
  useKeys(create === undefined ? {} : { R: create });
  const remove = mayWrite && chosen.length > 0 ? (): void => setRemoving(true) : undefined;
  const title = kind?.Name ?? t.records;
  const pane = (
    <KindsPane
      kinds={list.areKindsKnown ? kinds : undefined}
      counts={list.counts}
      most={list.isCut ? MOST_COUNTED : Infinity}
      asked={asked}
    />
  );
  return (
    <div
      className="records"
      data-wide={isWide}
      style={isWide ? { gridTemplateColumns: `${recordSplit}px auto minmax(0, 1fr)` } : undefined}
    >
      {isWide ? (
        <>
          {pane}
          <Splitter
            label={t.kindsWidth}
            width={recordSplit}
            least={LEAST_PANE}
            most={MOST_PANE}
            onChange={(width) => settings.change({ recordSplit: width })}
          />
        </>
      ) : null}
      <div className="records-main">
        <LoadingLine shown={rows.isFetching && rows.total !== undefined} />
        {chosen.length > 0 ? (
          <SelectionBar
            title={title}
            chosen={chosen}
            onAll={() => void list.selectAll()}
            onClear={selection.clear}
            onRemove={remove}
          />
        ) : (
          <Toolbar title={title} list={list} onCreate={create} onColumns={() => setChoosing(true)} />
        )}
        {isWide ? null : pane}
        <div className="records-search">
          <SearchField value={asked.text} onSearch={(text) => show({ text })} onDone={() => handle.current?.focus()} />
          <ConditionsBar
            conditions={asked.conditions}
            columns={list.columns}
            fields={list.fields}
            kinds={kinds}
            onChange={(conditions) => show({ conditions })}
          />
        </div>
        {rows.total === undefined ? null : <Stale at={rows.at} failure={rows.failure} onRetry={rows.retry} />}
        <div className="records-body">
          {list.total > 0 && list.columns.length > 0 ? (
            <Grid
              key={list.key}
              ref={handle}
              label={title}
              columns={look.columns}
              kinds={kinds}
              fields={list.fields}
              rows={rows}
              total={list.total}
              isCapped={list.isCapped}
              size={size}
              isCards={isCards}
              words={wordsOf(asked.text)}
              sort={list.sort}
              selection={selection}
              editing={editing}
              mayEdit={mayWrite && asked.instanceId !== 0}
              chosenOf={list.chosenOf}
              onSight={list.onSight}
              onSort={(sort) => {
                look.change({ sort });
                show({ sort });
              }}
              onWidth={(key, px) => look.change({ columns: withWidth(look.columns, key, px) })}
              onOpen={open}
              onAll={() => void list.selectAll()}
              onRemove={remove}
            />
          ) : (
            <NoRows
              list={list}
              size={size}
              onReset={() => show({ text: '', conditions: [] })}
              onCreate={create}
              onAll={() => go(addressOf({ instanceId: 0, queryId: '', text: '', conditions: [] }))}
            />
          )}
        </div>
      </div>
      {isChoosing ? (
        <Requested>
          <ColumnsDialog look={look} onClose={() => setChoosing(false)} />
        </Requested>
      ) : null}
      {isRemoving && chosen.length > 0 ? (
        <Requested>
          <RemoveMany chosen={chosen} onGone={selection.set} onClose={() => setRemoving(false)} />
        </Requested>
      ) : null}
      <Troubles columns={list.columns} said={said} onSave={editing.save} />
    </div>
  );
}

/** What the list is called, how long it is, and what can be done with it. */
function Toolbar({
  title,
  list: { rows, isCapped },
  onCreate,
  onColumns,
}: {
  title: string;
  list: RecordList;
  onCreate: (() => void) | undefined;
  onColumns: () => void;
}) {
  const t = useTexts(listTexts);
  const formats = useFormats();
  const { total } = rows;
  const count =
    total === undefined
      ? '\u00a0'
      : isCapped
        ? t.moreThan(formats.number(MOST_COUNTED - 1))
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
      <IconButton icon="sliders-horizontal" label={t.columns} hotkey="v" onClick={onColumns} />
      <HeadSlot of="slotTopRight" />
    </div>
  );
}
