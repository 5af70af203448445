import type { RecordInstance, Value } from '@kontor/contract/record';
import type { CSSProperties, ReactNode } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { SkeletonBlock, Icon } from '../../../ui/parts.tsx';
import { listTexts } from './list-texts.ts';
import type { ShownColumn } from './shown-columns.ts';
import { markedParts } from './marks.ts';
import { useCellText, useColumnName } from './said.ts';
import type { Cell, RecordRow } from './use-rows.ts';

/** A text with what was found in it marked. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markedParts(text, words).map((part, index) =>
    part.isFound ? <mark key={index}>{part.text}</mark> : part.text,
  );
}

interface Props {
  readonly row: RecordRow | undefined;
  /** From 0. */
  readonly index: number;
  readonly columns: readonly ShownColumn[];
  readonly kinds: readonly RecordInstance[];
  readonly words: readonly string[];
  readonly top: number;
  readonly size: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly mayEdit: boolean;
  /** Key of the column that the keys are on. */
  readonly activeKey: string | undefined;
  /** What the person has made of a cell that the server has not told of yet. */
  readonly edited: (key: string) => Value | undefined;
  readonly isWaiting: (key: string) => boolean;
}

export const rowId = (index: number): string => `record-row-${index}`;
export const cellDomId = (index: number, key: string): string => `record-cell-${index}-${key}`;

/** The text that a record is called by: of the columns that are shown the first one, else its number. */
export const titleColumn = (columns: readonly ShownColumn[]): ShownColumn | undefined =>
  columns.find(({ key, sort, isVisible }) => isVisible && key !== 'ID' && sort === 'text') ??
  columns.find(({ isVisible }) => isVisible);

/** One record as a row of cells. */
export function Row(given: Props) {
  const { row, index, columns, kinds, words, top, size, isActive, isSelected, activeKey, edited, isWaiting } = given;
  const t = useTexts(listTexts);
  const said = useCellText(kinds);
  const style: CSSProperties = { height: size, transform: `translateY(${top}px)` };
  const title = titleColumn(columns);
  if (row === undefined)
    return (
      <div className="record-row" role="row" aria-rowindex={index + 2} style={style} aria-busy="true">
        <span role="gridcell" className="record-check" aria-label={t.loading} />
        {columns.map(({ key, px }) => (
          <span key={key} role="gridcell" className="record-cell" style={{ width: px }}>
            <SkeletonBlock width={`${40 + ((index * 13 + px) % 40)}%`} />
          </span>
        ))}
      </div>
    );
  const cellOf = (column: ShownColumn): Cell | Value => edited(column.key) ?? row.cells[column.at] ?? null;
  const name = title === undefined ? '' : said(title, cellOf(title)) || String(row.id);
  return (
    <div
      id={rowId(index)}
      className="record-row"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      data-active={isActive}
      style={style}
    >
      <span role="gridcell" className="record-check" data-part="check">
        <input type="checkbox" tabIndex={-1} aria-label={t.select(name)} checked={isSelected} readOnly />
      </span>
      {columns.map((column) => {
        const { key, px, sort } = column;
        const text = said(column, cellOf(column));
        const kind = sort === 'kind' ? kinds.find(({ ID }) => ID === row.cells[column.at]) : undefined;
        return (
          <span
            key={key}
            id={cellDomId(index, key)}
            role="gridcell"
            className="record-cell"
            data-key={key}
            data-sort={sort}
            data-active={isActive && activeKey === key}
            data-title={key === title?.key}
            data-waits={isWaiting(key)}
            title={text.length > 24 ? text : undefined}
            style={{ width: px }}
          >
            {kind === undefined ? null : (
              <span className="kind-dot" style={{ '--kind': kind.Color } as CSSProperties} />
            )}
            <span className="record-text" data-part={key === title?.key ? 'open' : undefined}>
              <Marked text={text} words={words} />
            </span>
          </span>
        );
      })}
    </div>
  );
}

const MAX_ON_CARD = 3;

/** The same where there is no room for columns. */
export function Card({ row, index, columns, kinds, words, top, size, isActive, isSelected, edited }: Props) {
  const t = useTexts(listTexts);
  const said = useCellText(kinds);
  const nameOf = useColumnName();
  const style: CSSProperties = { height: size, transform: `translateY(${top}px)` };
  const title = titleColumn(columns);
  if (row === undefined || title === undefined)
    return (
      <div className="record-row record-card" role="row" aria-rowindex={index + 2} style={style} aria-busy="true">
        <span role="gridcell" className="record-lines">
          <SkeletonBlock width={`${40 + ((index * 13) % 30)}%`} />
          <SkeletonBlock width={`${55 + ((index * 29) % 35)}%`} height={10} />
        </span>
      </div>
    );
  const cellOf = (column: ShownColumn): Cell | Value => edited(column.key) ?? row.cells[column.at] ?? null;
  const name = said(title, cellOf(title)) || String(row.id);
  const lines = columns
    .filter(({ key }) => key !== title.key && key !== 'ID')
    .map((column) => ({ column, text: said(column, cellOf(column)) }))
    .filter(({ text }) => text !== '')
    .slice(0, MAX_ON_CARD);
  const more: ReactNode = lines.map(({ column, text }) => (
    <span key={column.key} title={nameOf(column)}>
      <Marked text={text} words={words} />
    </span>
  ));
  return (
    <div
      id={rowId(index)}
      className="record-row record-card"
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      data-active={isActive}
      style={style}
    >
      <span role="gridcell" className="record-lines">
        <span className="record-name" data-part="open">
          {isSelected ? <Icon name="check" small label={t.select(name)} /> : null}
          <Marked text={name} words={words} />
        </span>
        <span className="record-more">{more}</span>
      </span>
    </div>
  );
}
