import { useRef, type PointerEvent } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import type { RecordSort } from './address.ts';
import { listTexts } from './list-texts.ts';
import { sortAfter, type ShownColumn } from './shown-columns.ts';
import { useColumnName } from './said.ts';

const STEP = 16;

/** The heads of the columns: a click sorts, their edges are dragged, or Alt with the arrows makes them wider and narrower. */
export function Head({
  columns,
  sort,
  onSort,
  onWidth,
}: {
  columns: readonly ShownColumn[];
  sort: RecordSort;
  onSort: (sort: RecordSort) => void;
  onWidth: (key: string, px: number) => void;
}) {
  const t = useTexts(listTexts);
  const nameOf = useColumnName();
  const drag = useRef<{ readonly key: string; readonly x: number; readonly px: number }>(undefined);
  const pull = (event: PointerEvent): void => {
    const { current } = drag;
    if (current !== undefined) onWidth(current.key, current.px + event.clientX - current.x);
  };
  return (
    <div className="record-headline" role="row" aria-rowindex={1}>
      <span role="columnheader" className="record-check">
        <span className="hidden-text">{t.selectAll}</span>
      </span>
      {columns.map((column) => {
        const { key, px } = column;
        const direction = sort.property === key ? sort.direction : undefined;
        const name = nameOf(column);
        return (
          <span
            key={key}
            role="columnheader"
            className="record-column"
            aria-sort={direction === undefined ? 'none' : direction === 'ASC' ? 'ascending' : 'descending'}
            style={{ width: px }}
          >
            <button
              type="button"
              title={t.head(name)}
              onClick={() => onSort(sortAfter(sort, key))}
              onKeyDown={(event) => {
                const by = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0;
                if (!event.altKey || by === 0) return;
                event.preventDefault();
                onWidth(key, px + by);
              }}
            >
              <span>{name}</span>
              {direction === undefined ? null : <Icon name={direction === 'ASC' ? 'arrow-up' : 'arrow-down'} small />}
            </button>
            <span
              className="record-edge"
              aria-hidden="true"
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                drag.current = { key, x: event.clientX, px };
              }}
              onPointerMove={pull}
              onLostPointerCapture={() => (drag.current = undefined)}
            />
          </span>
        );
      })}
    </div>
  );
}
