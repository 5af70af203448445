import type { BoardAnswer } from '@kontor/contract/record';
import { useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react';
import { useMedia, useTexts } from '../../../shell/index.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { BoardColumn } from './board-column.tsx';
import { Heads, LaneHead, useFolding } from './board-heads.tsx';
import { stackKey } from './board-rules.ts';
import { boardTexts } from './board-texts.ts';
import { CardFields, type CardActs } from './card-view.tsx';
import { sizeOf, stepOf } from './card-sizes.ts';
import { useQueries } from './queries.ts';
import type { Carried } from './use-carried-card.ts';
import { useCarrying } from './use-carrying.ts';
import type { ShownBoard } from './use-board.ts';

/** Cards of a lane that are seen at once: half a one says that there are more. */
const MAX_ROWS = 4.5;

type Shown = ShownBoard & { readonly board: BoardAnswer };

/** The columns of a board, in lanes where it has some; on a phone one fills the screen. */
export function BoardColumns({ shown }: { shown: Shown }) {
  const t = useTexts(boardTexts);
  const help = useId();
  const { board, nameOf, move } = shown;
  const { queries } = useQueries();
  const isNarrow = useMedia('(max-width: 700px)');
  const strip = useRef<HTMLDivElement>(null);
  const hidden = queries?.find(({ id }) => id === board.queryId)?.board?.hidden ?? [];
  const columns = board.columns.filter(({ value }) => !hidden.includes(value)).map(({ value }) => value);
  const lanes = board.lane === null ? [null] : board.lanes.map(({ value }) => value);
  const { isFolded, fold } = useFolding(board.queryId);
  // What is folded is passed by.
  const grid = lanes
    .filter((lane) => !isFolded(lane))
    .map((lane) => columns.map((column) => stackKey({ column, lane })));
  const { column, setColumn, swiped, turn } = useShownColumn(columns, isNarrow, strip);
  const carrying = useCarrying(shown, grid, strip, isNarrow ? turn : undefined);
  const { carried, said, pinned, setPinned, clone, press, focus } = carrying;
  const acts = useRef<CardActs>(undefined);
  useEffect(() => {
    acts.current = {
      move: (card, to) => {
        move(card, to);
        focus(card.idoId, false);
      },
    };
  });
  const stable = useMemo<CardActs>(() => ({ move: (card, to) => acts.current?.move(card, to) }), []);
  const hasLanes = board.lane !== null;
  return (
    <>
      {isNarrow ? (
        <Tabs
          label={board.column.label}
          tabs={columns.map((value) => ({ key: value, label: nameOf(value) }))}
          value={column}
          onChange={setColumn}
        />
      ) : null}
      <div
        role="group"
        aria-label={t.title}
        className="board-scroll"
        ref={strip}
        onScroll={swiped}
        onKeyDown={press}
        onFocus={({ target }) => {
          const { card } = target.dataset;
          if (card !== undefined) setPinned(Number(card));
        }}
        data-lanes={hasLanes}
        data-carrying={carried?.by}
      >
        {hasLanes && !isNarrow ? <Heads shown={shown} columns={columns} /> : null}
        {lanes.map((lane) => (
          <Lane
            key={lane ?? '*'}
            shown={shown}
            lane={lane}
            columns={columns}
            isFolded={isFolded(lane)}
            onFold={fold}
            help={help}
            carried={carried}
            pinned={pinned}
            acts={stable}
          />
        ))}
        {carried?.by === 'hand' ? (
          <div ref={clone} className="board-card board-carried" style={{ height: sizeOf(board) }} aria-hidden="true">
            <CardFields card={carried.card} board={board} />
          </div>
        ) : null}
      </div>
      <p id={help} hidden>
        {t.dragHelp}
      </p>
      <p className="hidden-text" role="status">
        {said}
      </p>
    </>
  );
}

/** On a phone the column that fills the screen: swiping goes to the next, and the tabs follow. `turn` goes to the one beside. */
function useShownColumn(columns: readonly string[], isNarrow: boolean, strip: RefObject<HTMLElement | null>) {
  const [column, setColumn] = useState(columns[0] ?? '');

  const swiped = (): void => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {};
    const next = columns[Math.round(scrollLeft / clientWidth)];
    if (isNarrow && next !== undefined && next !== column) setColumn(next);
  };
  const show = (index: number): void => {
    const element = strip.current;
    if (!isNarrow || element === null || Math.round(element.scrollLeft / element.clientWidth) === index) return;
    element.scrollTo({ left: index * element.clientWidth });
  };
  // oxlint-disable-next-line react/exhaustive-deps -- columns that come anew move nothing
  useEffect(() => show(columns.indexOf(column)), [column, isNarrow]);
  const turn = (by: -1 | 1): void => {
    const next = columns[columns.indexOf(column) + by];
    if (next !== undefined) setColumn(next);
  };
  return { column, setColumn, swiped, turn };
}

/** The columns of one lane beneath its head; null for those of a board without lanes. */
function Lane({
  shown,
  lane,
  columns,
  isFolded,
  onFold,
  help,
  carried,
  pinned,
  acts,
}: {
  shown: Shown;
  lane: string | null;
  columns: readonly string[];
  isFolded: boolean;
  onFold: (lane: string) => void;
  /** Id of what is said of carrying. */
  help: string;
  carried: Carried | undefined;
  pinned: number | undefined;
  acts: CardActs;
}) {
  const { board, stacks } = shown;
  const piles = columns.map((column) => ({ column, stack: stacks.get(stackKey({ column, lane })) }));
  const rows = Math.max(1, ...piles.map(({ stack }) => stack?.cards.length ?? 0));
  return (
    <div
      className="board-lane"
      style={board.lane === null ? {} : { ['--rows' as never]: `${Math.min(MAX_ROWS, rows) * stepOf(board)}px` }}
    >
      {lane === null ? null : (
        <LaneHead shown={shown} lane={lane} columns={columns} isFolded={isFolded} onFold={() => onFold(lane)} />
      )}
      {isFolded ? null : (
        <div className="board-columns">
          {piles.map(({ column, stack }) =>
            stack === undefined ? null : (
              <BoardColumn
                key={column}
                shown={shown}
                board={board}
                stack={stack}
                help={help}
                carried={carried}
                pinned={pinned}
                acts={acts}
              />
            ),
          )}
        </div>
      )}
    </div>
  );
}
