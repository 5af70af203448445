import type { BoardAnswer } from '@kontor/contract/record';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { AddCard } from './add-card.tsx';
import { stackKey, type Stack } from './board-rules.ts';
import { boardTexts } from './board-texts.ts';
import { sizeOf, stepOf } from './card-sizes.ts';
import { CardView, type CardActs } from './card-view.tsx';
import type { Carried } from './use-carried-card.ts';
import type { ShownBoard } from './use-board.ts';

/** Cards that are drawn beyond what is seen. */
const BEYOND = 4;

/** A column of a board, or what of it is in one lane. */
export function BoardColumn({
  shown,
  board,
  stack,
  help,
  carried,
  pinned,
  acts,
}: {
  shown: ShownBoard;
  board: BoardAnswer;
  stack: Stack;
  /** Id of what is said of keys. */
  help: string;
  carried: Carried | undefined;
  /** A card that is drawn wherever it lies. */
  pinned: number | undefined;
  acts: CardActs;
}) {
  const t = useTexts(boardTexts);
  const formats = useFormats();
  const { need, nameOf, whereOf } = shown;
  const key = stackKey(stack);
  const list = useRef<HTMLDivElement>(null);
  const step = stepOf(board);
  const { range, measure } = useRange(list, step);
  useEffect(() => need(key, range.from, range.to), [need, key, range]);
  const { cards } = stack;
  const liftedId = carried?.card.idoId;
  const others = useMemo(
    () => (liftedId === undefined ? cards : cards.filter((card) => card?.idoId !== liftedId)),
    [cards, liftedId],
  );
  const gap = carried?.at.key === key ? Math.min(carried.at.index, others.length) : undefined;
  const slots = others.length + (gap === undefined ? 0 : 1);
  const at = (slot: number) => others[gap === undefined || slot < gap ? slot : slot - 1];
  const name = nameOf(stack.column);
  const count = formats.number(cards.length);
  const hasLanes = board.lane !== null;
  const Heading = hasLanes ? 'h3' : 'h2';
  const add =
    board.newKey === null ? null : (
      <AddCard board={board} stack={stack} name={whereOf(key)} isShort={hasLanes} onAdded={shown.retry} />
    );
  const styleOf = (slot: number) => ({ top: slot * step, height: sizeOf(board) });
  return (
    <section
      className="board-column"
      aria-label={t.column(whereOf(key), t.cards(count, cards.length === 1))}
      data-pile={key}
    >
      <header>
        <Heading title={name}>{name}</Heading>
        <CountOf count={count} sums={stack.sums} board={board} />
        {hasLanes ? add : null}
      </header>
      {/* Reached by keys through its cards; where it has none there is nothing to scroll. */}
      <div ref={list} className="board-cards" data-over={gap !== undefined} onScroll={measure}>
        <div style={{ height: slots * step }}>
          {drawn(range, slots, others, gap, pinned).map((slot) => {
            const isLifted = slot === gap;
            if (isLifted && carried?.by === 'hand')
              return <div key="gap" className="board-card board-gap" style={styleOf(slot)} aria-hidden="true" />;
            const card = isLifted ? carried?.card : at(slot);
            return card === undefined ? (
              <div key={`hole ${slot}`} className="board-card board-hole" style={styleOf(slot)} aria-hidden="true" />
            ) : (
              <CardView
                key={card.idoId}
                card={card}
                top={slot * step}
                isLifted={isLifted}
                shown={shown}
                board={board}
                stack={stack}
                help={help}
                acts={acts}
              />
            );
          })}
        </div>
      </div>
      {hasLanes ? null : add}
    </section>
  );
}

/** How many cards there are, and what their numbers come to. */
export function CountOf({
  count,
  sums,
  board,
}: {
  count: string;
  sums: Stack['sums'];
  board: Pick<BoardAnswer, 'sumFields'>;
}) {
  const t = useTexts(boardTexts);
  const formats = useFormats();
  return (
    <>
      <span className="count">{count}</span>
      {board.sumFields.map(({ key, label }, index) => {
        const sum = sums[index] ?? null;
        return sum === null ? null : <small key={key}>{t.sum(label, formats.number(Number(sum)))}</small>;
      })}
    </>
  );
}

/** The places of a list that are near to what is seen of it. */
function useRange(list: { readonly current: HTMLElement | null }, step: number) {
  const [range, setRange] = useState({ from: 0, to: 0 });
  const measure = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = list.current ?? {};
    const from = Math.max(0, Math.floor(scrollTop / step) - BEYOND);
    const to = Math.ceil((scrollTop + clientHeight) / step) + BEYOND;
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  // oxlint-disable-next-line react/exhaustive-deps -- what is seen follows from the size alone
  useLayoutEffect(measure, [step]);
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    return () => sizes.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [step]);
  return { range, measure };
}

/** The places that are drawn: those in sight, and that of the pinned card, which else would lose the focus. */
function drawn(
  { from, to }: { readonly from: number; readonly to: number },
  slots: number,
  others: Stack['cards'],
  gap: number | undefined,
  pinned: number | undefined,
): readonly number[] {
  const seen = Array.from({ length: Math.max(0, Math.min(to, slots) - from) }, (_, index) => from + index);
  const known = pinned === undefined ? -1 : others.findIndex((card) => card?.idoId === pinned);
  const kept = known < 0 ? gap : known + (gap !== undefined && known >= gap ? 1 : 0);
  return kept === undefined || seen.includes(kept) ? seen : [...seen, kept];
}
