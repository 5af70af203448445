import type { BoardAnswer } from '@kontor/contract/record';
import { useClient } from '../../../client/react.tsx';
import { useFormats, useSettings, useShell } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { CountOf } from './board-column.tsx';
import { stackKey, type Stack } from './board-rules.ts';
import type { ShownBoard } from './use-board.ts';

type ReadBoard = ShownBoard & { readonly board: BoardAnswer };

/** The lanes of a board that are folded on this device. */
export function useFolding(queryId: string) {
  const { settings } = useShell();
  const name = `${useClient().key} ${queryId}`;
  const folded = useSettings().recordLists[name]?.folded ?? [];
  const isFolded = (lane: string | null): boolean => lane !== null && folded.includes(lane);
  const fold = (lane: string): void => {
    const { recordLists } = settings.get();
    const next = isFolded(lane) ? folded.filter((one) => one !== lane) : [...folded, lane];
    settings.change({ recordLists: { ...recordLists, [name]: { ...recordLists[name], folded: next } } });
  };
  return { isFolded, fold };
}

/** What a lane is called, and what all its columns have; it folds the lane. */
export function LaneHead({
  shown: { board, stacks, laneOf },
  lane,
  columns,
  isFolded,
  onFold,
}: {
  shown: ReadBoard;
  lane: string;
  columns: readonly string[];
  isFolded: boolean;
  onFold: () => void;
}) {
  const formats = useFormats();
  const own = columns.flatMap((column) => stacks.get(stackKey({ column, lane })) ?? []);
  return (
    <h2>
      <button type="button" className="board-lane-head" aria-expanded={!isFolded} onClick={onFold}>
        <Icon name={isFolded ? 'caret-right' : 'caret-down'} small />
        {laneOf(lane)} <CountOf count={formats.number(countOf(own))} sums={totals(own)} board={board} />
      </button>
    </h2>
  );
}

/** What stands above lanes: each column with what all its lanes have. */
export function Heads({ shown: { board, stacks, nameOf }, columns }: { shown: ReadBoard; columns: readonly string[] }) {
  const formats = useFormats();
  return (
    <div className="board-heads">
      {columns.map((value) => {
        const all = [...stacks.values()].filter((stack) => stack.column === value);
        return (
          <div key={value} className="board-head-of">
            <strong title={nameOf(value)}>{nameOf(value)}</strong>
            <CountOf count={formats.number(countOf(all))} sums={totals(all)} board={board} />
          </div>
        );
      })}
    </div>
  );
}

/** How many cards some stacks have. */
const countOf = (stacks: readonly Stack[]): number => stacks.reduce((sum, { cards }) => sum + cards.length, 0);

/** Sums of some stacks together. */
const totals = (stacks: readonly Stack[]): readonly (string | null)[] =>
  (stacks[0]?.sums ?? []).map((_, index) => {
    const sums = stacks.flatMap(({ sums: own }) => own[index] ?? []);
    return sums.length === 0 ? null : String(sums.reduce((sum, one) => sum + Number(one), 0));
  });
