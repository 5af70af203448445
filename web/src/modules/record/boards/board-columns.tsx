import type { BoardAnswer } from '@kontor/contract/record';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useMedia, useTexts } from '../../../shell/index.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { BoardColumn } from './board-column.tsx';
import { Heads, LaneHead, useFolding } from './board-heads.tsx';
import { stackKey } from './board-rules.ts';
import { boardTexts } from './board-texts.ts';
import { CardFields, type CardActs } from './card-view.tsx';
import { sizeOf, stepOf } from './card-sizes.ts';
import { useQueries } from './queries.ts';
import { useCarrying } from './use-carrying.ts';
import type { ShownBoard } from './use-board.ts';

/** Cards of a lane that are seen at once: half a one says that there are more. */
const MAX_ROWS = 4.5;

/** The columns of a board, in lanes where it has some; on a phone one fills the screen. */
export function BoardColumns({ shown }: { shown: ShownBoard & { readonly board: BoardAnswer } }) {
  const t = useTexts(boardTexts);
  const help = useId();
  const { board, stacks, nameOf, move } = shown;
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
  const [column, setColumn] = useState(columns[0] ?? '');

  // On a phone one column fills the screen: swiping goes to the next, and the tabs follow.
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
  const rowsOf = (lane: string | null): number =>
    Math.max(1, ...columns.map((one) => stacks.get(stackKey({ column: one, lane }))?.cards.length ?? 0));
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
          <div
            key={lane ?? '*'}
            className="board-lane"
            style={hasLanes ? { ['--rows' as never]: `${Math.min(MAX_ROWS, rowsOf(lane)) * stepOf(board)}px` } : {}}
          >
            {lane === null ? null : (
              <LaneHead
                shown={shown}
                lane={lane}
                columns={columns}
                isFolded={isFolded(lane)}
                onFold={() => fold(lane)}
              />
            )}
            {isFolded(lane) ? null : (
              <div className="board-columns">
                {columns.map((value) => {
                  const stack = stacks.get(stackKey({ column: value, lane }));
                  return stack === undefined ? null : (
                    <BoardColumn
                      key={value}
                      shown={shown}
                      board={board}
                      stack={stack}
                      help={help}
                      carried={carried}
                      pinned={pinned}
                      acts={stable}
                    />
                  );
                })}
              </div>
            )}
          </div>
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
