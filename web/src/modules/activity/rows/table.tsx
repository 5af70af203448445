import './table.css';
import { stateOf, type EntryRow } from '@kontor/contract/activity';
import type { ListMatch } from '@kontor/contract/kernel';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { useRow } from '../../../client/react.tsx';
import type { ListSort } from '../../../client/list-loader.ts';
import { useFormats, useMinute, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Marked, Preview, WORD, shownMatchOf } from './found.tsx';
import { KIND_ICONS } from './kinds.ts';
import type { Column, ColumnName, ListAppearance } from '../list/appearance.ts';
import { Others } from './others.tsx';
import { Records } from './records.tsx';
import { RowActions } from './row-actions.tsx';
import { useRowKind } from './row-kinds.ts';
import { RowPortrait } from './row-portrait.tsx';
import { Team } from './team.tsx';
import { texts } from '../texts.ts';
import { ThreadCount } from './thread-count.tsx';
import { sortAfter } from '../lists/appearance-rules.ts';
import { appearanceTexts } from '../lists/appearance-texts.ts';

const WIDTHS: Readonly<Record<ColumnName, string>> = {
  contact: 'minmax(120px, 1.2fr)',
  moduleInformation: 'minmax(90px, 0.7fr)',
  information: 'minmax(160px, 2.6fr)',
  channel: 'minmax(100px, 0.9fr)',
  timestamp: '92px',
};

/** What every line of the table is laid out by: the picture, the columns, the marks. */
const linesOf = (columns: readonly Column[]): CSSProperties => ({
  gridTemplateColumns: [
    'var(--picture)',
    ...columns.flatMap(({ name, visible }) => (visible ? [WIDTHS[name]] : [])),
    '84px',
  ].join(' '),
});

/** The heads of a table's columns: a click sorts, the second one the other way round. */
export function TableHead({ appearance, onSort }: { appearance: ListAppearance; onSort: (sort: ListSort) => void }) {
  const t = useTexts(appearanceTexts);
  const { sort, columns, rowSize } = appearance;
  return (
    <div
      className="table-head"
      role="toolbar"
      aria-label={t.sort}
      style={linesOf(columns)}
      data-compact={rowSize === 'compact'}
    >
      <span />
      {columns.map(({ name, visible }) => {
        if (!visible) return null;
        const own = sort.property === name ? sort.direction : undefined;
        const label = own === undefined ? t.columns[name] : `${t.columns[name]}, ${t.sorted[own]}`;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={own !== undefined}
            aria-label={label}
            title={label}
            onClick={() => onSort(sortAfter(sort, name))}
          >
            <span>{t.columns[name]}</span>
            {own === undefined ? null : <Icon name={own === 'ASC' ? 'arrow-up' : 'arrow-down'} small />}
          </button>
        );
      })}
      <span />
    </div>
  );
}

interface Props {
  readonly itemId: string;
  readonly match?: ListMatch | undefined;
  readonly compact: boolean;
  readonly mixed: boolean;
  readonly selected: boolean;
  readonly open: boolean;
  readonly count?: number | undefined;
  readonly columns: readonly Column[];
}

/** What a row was found by that stands in a column which is not shown. */
function unseenIn(row: EntryRow, match: ListMatch | undefined, shown: readonly ColumnName[]): string | undefined {
  const { field, words = [] } = match ?? {};
  if (field !== 'row') return undefined;
  const found = (['contact', 'information'] as const).filter((name) =>
    row[name].split(WORD).some((part) => words.includes(part)),
  );
  const [first] = found;
  return first === undefined || found.some((name) => shown.includes(name)) ? undefined : row[first];
}

/** One row of a list that is wide enough for columns. */
export const TableRow = memo(function TableRow({
  itemId,
  match,
  compact,
  mixed,
  selected,
  open,
  count,
  columns,
}: Props) {
  const t = useTexts(texts);
  const formats = useFormats();
  const now = useMinute();
  const row = useRow(itemId);
  const { time: Time } = useRowKind(row?.moduleName);
  if (row === undefined) return <div className="row" />;
  const contact = row.contact || t.nobody;
  const shownMatch = shownMatchOf(match);
  const shown = columns.filter(({ visible }) => visible).map(({ name }) => name);
  const unseen = unseenIn(row, match, shown);
  const isFound = shownMatch !== undefined || unseen !== undefined;
  // The second line stands beneath the title or, where that is not shown and there is something to say, in the first column.
  const host = shown.includes('information') ? 'information' : isFound ? shown[0] : undefined;
  const cells: Readonly<Record<ColumnName, ReactNode>> = {
    contact: (
      <span className="row-contact">
        <Marked text={contact} words={match?.words} />
      </span>
    ),
    moduleInformation: (
      <span className="table-kind">
        <Icon name={KIND_ICONS[row.moduleName]} small label={t.kinds[row.moduleName]} />
        <span>{row.context === '' ? t.kinds[row.moduleName] : row.context}</span>
      </span>
    ),
    information: <Information row={row} words={match?.words} mixed={mixed} columns={columns} />,
    channel: <span className="row-substance">{row.channel}</span>,
    timestamp:
      Time === undefined ? <time className="row-time">{formats.short(row.timestamp, now)}</time> : <Time row={row} />,
  };
  return (
    <div
      className="row table-row"
      style={linesOf(columns)}
      data-status={row.status}
      data-selected={selected}
      data-open={open}
      data-compact={compact}
    >
      <span className="row-picture" data-part="picture">
        {selected ? (
          <span className="avatar row-check" data-size={compact ? 's' : undefined}>
            <Icon name="check" />
          </span>
        ) : (
          <RowPortrait row={row} name={contact} {...(compact ? { size: 's' as const } : {})} />
        )}
      </span>
      {columns.map(({ name, visible }) =>
        visible ? (
          <span key={name} className="table-cell" data-column={name}>
            {name === host ? (
              <span className="table-lines">
                {cells[name]}
                {compact && !isFound ? null : (
                  <span className="row-substance" data-found={isFound}>
                    {unseen === undefined ? (
                      <Preview row={row} shownMatch={shownMatch} />
                    ) : (
                      <Marked text={unseen} words={match?.words} />
                    )}
                  </span>
                )}
              </span>
            ) : (
              cells[name]
            )}
          </span>
        ) : null,
      )}
      <span className="table-marks">
        <ThreadCount count={count} />
        <Team row={row} count={count} />
        {row.archived ? <Icon name="archive" small label={t.archived} /> : null}
        <Others row={row} />
        <StatusMark status={row.status} label={t.states[stateOf(row.status)]} />
      </span>
      <RowActions row={row} />
    </div>
  );
});

function Information({
  row,
  words,
  mixed,
  columns,
}: {
  row: EntryRow;
  words: readonly string[] | undefined;
  mixed: boolean;
  columns: readonly Column[];
}) {
  const t = useTexts(texts);
  const saysKind = mixed && !columns.some(({ name, visible }) => name === 'moduleInformation' && visible);
  const { marks: Marks } = useRowKind(row.moduleName);
  return (
    <span className="row-line">
      {saysKind ? <Icon name={KIND_ICONS[row.moduleName]} small label={t.kinds[row.moduleName]} /> : null}
      <span className="row-substance" data-marked={words !== undefined}>
        <span className="row-information">
          <Marked text={row.information || t.untitled[row.moduleName]} words={words} />
        </span>
      </span>
      {Marks === undefined ? null : <Marks row={row} />}
      {row.extras['warned'] === true ? (
        <span className="row-warned">
          <Icon name="warning" fill small label={t.warned} />
        </span>
      ) : null}
      {row.extras['hasAttachments'] === true ? <Icon name="paperclip" small label={t.attachments} /> : null}
      {row.globalized ? <Icon name="users" small label={t.shared} /> : null}
      <Records row={row} />
    </span>
  );
}
