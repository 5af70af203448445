import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { CellEditor } from './cell-editor.tsx';
import { gridPointer } from './grid-pointer.ts';
import type { GridHandle, GridProps } from './grid-props.ts';
import { widthOf } from './grid-size.ts';
import { Head } from './head.tsx';
import { listTexts } from './list-texts.ts';
import { Card, Row, cellDomId, rowId } from './row.tsx';
import { useEdited } from './use-edited.ts';
import { useGridCells } from './use-grid-cells.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useGridMoves } from './use-grid-moves.ts';
import { rowsInSight } from './window.ts';

/** Records in rows and columns, of which only what is near the screen exists. The keys move over rows and, once asked to, over cells. */
export function Grid({ ref, ...given }: GridProps & { ref: Ref<GridHandle> }) {
  const { label, kinds, fields, rows, total, size, isCards, words, selection, editing, mayEdit, onSight } = given;
  const t = useTexts(listTexts);
  const formats = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const moves = useGridMoves(given, scroller, grid);
  const { shown, count, at, activeKey } = moves;
  const { first, last } = rowsInSight(moves.sight, size, count);
  useEffect(() => onSight(first, last), [onSight, first, last]);
  useImperativeHandle(ref, () => ({ focus: () => grid.current?.focus({ preventScroll: true }) }), []);
  const cells = useGridCells(given, moves);
  const press = useGridKeys(given, moves, cells, grid);
  const pointer = gridPointer(given, moves, cells);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  const editedIn = useEdited(
    indexes.flatMap((index) => rows.rowAt(index) ?? []),
    fields,
    cells.ownIn,
  );
  const activeId =
    at === undefined || at < first || at > last
      ? undefined
      : activeKey === undefined || isCards
        ? rowId(at)
        : cellDomId(at, activeKey);
  return (
    <div ref={scroller} className="record-scroll" onScroll={moves.onScroll}>
      <div
        ref={grid}
        className="record-grid"
        style={isCards ? undefined : { width: widthOf(shown) }}
        role="grid"
        aria-label={label}
        aria-multiselectable="true"
        aria-rowcount={total + 1}
        aria-colcount={isCards ? 1 : shown.length + 1}
        aria-activedescendant={rows.rowAt(at ?? -1) === undefined ? undefined : activeId}
        data-cards={isCards}
        data-selecting={selection.chosen.size > 0}
        tabIndex={0}
        onKeyDown={press}
        onClick={pointer.click}
        onContextMenu={pointer.menu}
        onDoubleClick={pointer.doubleClick}
      >
        {isCards ? null : (
          <div role="rowgroup" className="record-heads">
            <Head columns={shown} sort={given.sort} onSort={given.onSort} onWidth={given.onWidth} />
          </div>
        )}
        <div role="rowgroup" className="record-space" style={{ height: count * size }}>
          {indexes.map((index) => {
            const row = rows.rowAt(index);
            const shared = {
              row,
              index,
              columns: shown,
              kinds,
              words,
              top: index * size,
              size,
              isActive: index === at,
              isSelected: row !== undefined && selection.chosen.has(row.id),
              mayEdit,
              activeKey,
              edited: (key: string) => (row === undefined ? undefined : editedIn(row, key)),
              isWaiting: (key: string) => row !== undefined && cells.isWaiting(row, key),
            };
            return isCards ? <Card key={index} {...shared} /> : <Row key={index} {...shared} />;
          })}
        </div>
      </div>
      {editing.edited === undefined ? null : (
        <CellEditor
          key={`${editing.edited.of.id} ${editing.edited.field.key}`}
          field={editing.edited.field}
          value={editing.edited.value}
          bounds={cells.boundsOf(editing.edited.index, editing.edited.field.key)}
          onSave={(value) => {
            const { edited } = editing;
            if (edited !== undefined) editing.save(edited.of, edited.field.key, edited.value, value);
          }}
          onDone={cells.done}
        />
      )}
      {count < total || given.isCapped ? <p className="list-end">{t.tooMany(formats.number(count))}</p> : null}
    </div>
  );
}
