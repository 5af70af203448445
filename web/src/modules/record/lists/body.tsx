import { useState, type Ref } from 'react';
import { useGo, useMedia, useSettings, type HowOpened } from '../../../shell/index.ts';
import { useShowRecord } from '../address.ts';
import { addressOf, type RecordQuery } from './address.ts';
import type { GridHandle } from './grid-props.ts';
import { Grid } from './grid.tsx';
import { withWidth } from './shown-columns.ts';
import { wordsOf } from './marks.ts';
import { NoRows } from './no-rows.tsx';
import type { useEditingCell } from './use-editing-cell.ts';
import { RowMenu } from './row-menu.tsx';
import type { RecordList } from './use-record-list.ts';
import type { RecordRow } from './use-rows.ts';

const CARD = 76;

/** Height of a row in pixels. */
function useSize(isCards: boolean): number {
  const { rowSize } = useSettings();
  const coarse = useMedia('(pointer: coarse)');
  if (isCards) return CARD;
  return rowSize === 'compact' && !coarse ? 36 : 44;
}

/** The records of a list, or why there are none. */
export function Body({
  list,
  title,
  handle,
  editing,
  mayEdit,
  onShow,
  onCreate,
  onRemove,
}: {
  list: RecordList;
  title: string;
  handle: Ref<GridHandle>;
  editing: ReturnType<typeof useEditingCell>;
  mayEdit: boolean;
  onShow: (part: Partial<RecordQuery>) => void;
  onCreate: (() => void) | undefined;
  onRemove: (() => void) | undefined;
}) {
  const go = useGo();
  const showRecord = useShowRecord();
  const isCards = useMedia('(max-width: 700px)');
  const size = useSize(isCards);
  const { recordQuery, kinds, appearance, rows, selection } = list;
  const open = (row: RecordRow, how: HowOpened = 'preview'): void => {
    const { id, kindId } = list.chosenOf(row);
    showRecord({ idoId: id, idoInstanceId: kindId }, how);
  };
  const [menu, setMenu] = useState<{ readonly row: RecordRow; readonly anchor: DOMRect }>();
  return (
    <div className="records-body">
      {list.total > 0 && list.columns.length > 0 ? (
        <Grid
          key={list.key}
          ref={handle}
          name={list.key}
          label={title}
          columns={appearance.columns}
          kinds={kinds}
          fields={list.fields}
          rows={rows}
          total={list.total}
          isCapped={list.isCapped}
          size={size}
          isCards={isCards}
          words={wordsOf(recordQuery.text)}
          sort={list.sort}
          selection={selection}
          editing={editing}
          mayEdit={mayEdit}
          chosenOf={list.chosenOf}
          onSight={list.onSight}
          onSort={(sort) => {
            // How a query is sorted is its own.
            if (recordQuery.queryId === '') appearance.change({ sort });
            onShow({ sort });
          }}
          onWidth={(key, px) => appearance.change({ columns: withWidth(appearance.columns, key, px) })}
          onOpen={open}
          onAll={list.selectAll}
          onRemove={onRemove}
          onMenu={(row, anchor) => setMenu({ row, anchor })}
        />
      ) : (
        <NoRows
          list={list}
          size={size}
          onReset={() => onShow({ text: '', conditions: [] })}
          onCreate={onCreate}
          onAll={() => go(addressOf({ instanceId: 0, queryId: '', text: '', conditions: [] }))}
        />
      )}
      {menu === undefined || list.chosen.length === 0 ? null : (
        <RowMenu
          anchor={menu.anchor}
          chosen={list.chosen}
          onOpen={(how) => open(menu.row, how)}
          onDone={selection.clear}
          onRemove={onRemove}
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  );
}
