import { Draggable, Droppable, type DraggableProvided } from '@hello-pangea/dnd';
import type { BoardAnswer, Card } from '@kontor/contract/record';
import { memo, useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { Menu } from '../../../ui/menu.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import { useShowRecord } from '../address.ts';
import { AddCard } from './add-card.tsx';
import { stackKey, type Stack } from './board-rules.ts';
import { boardTexts } from './board-texts.ts';
import type { ShownBoard } from './use-board.ts';

/** Heights in pixels, so that ten thousand cards can be scrolled without any of them being there: of a card with its name alone, a field more, and what is between. */
const CARD = 48;
const FIELD = 20;
const GAP = 8;
/** Cards that are drawn beyond what is seen. */
const BEYOND = 4;

const sizeOf = (board: BoardAnswer): number => CARD + board.cardFields.length * FIELD;

interface Given {
  readonly shown: ShownBoard;
  readonly board: BoardAnswer;
  readonly stack: Stack;
}

/** A column of a board, or what of it is in one lane. */
export function BoardColumn({ shown, board, stack }: Given) {
  const t = useTexts(boardTexts);
  const formats = useFormats();
  const { need, nameOf } = shown;
  const key = stackKey(stack);
  const scroller = useRef<HTMLElement>(null);
  const [range, setRange] = useState({ from: 0, to: 20 });
  const step = sizeOf(board) + GAP;
  const look = (): void => {
    const { scrollTop = 0, clientHeight = 600 } = scroller.current ?? {};
    const from = Math.max(0, Math.floor(scrollTop / step) - BEYOND);
    const to = Math.ceil((scrollTop + clientHeight) / step) + BEYOND;
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  // oxlint-disable-next-line react/exhaustive-deps -- what is seen follows from the size alone
  useLayoutEffect(look, [step]);
  useEffect(() => need(key, range.from, range.to), [need, key, range]);
  const { cards } = stack;
  const name = nameOf(stack.column);
  const count = formats.number(cards.length);
  const Heading = board.lane === null ? 'h2' : 'h3';
  const places = Array.from(
    { length: Math.max(0, Math.min(range.to, cards.length) - range.from) },
    (_, index) => range.from + index,
  );
  const mayMove = board.column.mayMove && (board.lane === null || board.lane.mayMove);
  return (
    <section className="board-column" aria-label={t.column(name, t.cards(count, cards.length === 1))}>
      <header>
        <Heading title={name}>{name}</Heading>
        <span className="count">{count}</span>
        {board.sumFields.map(({ key: sumKey, label }, index) => {
          const sum = stack.sums[index] ?? null;
          return sum === null ? null : <small key={sumKey}>{t.sum(label, formats.number(Number(sum)))}</small>;
        })}
      </header>
      <Droppable
        droppableId={key}
        mode="virtual"
        isDropDisabled={!mayMove}
        renderClone={(provided, _snapshot, { source }) => (
          <CardView card={cards[source.index]} provided={provided} shown={shown} board={board} stack={stack} isLifted />
        )}
      >
        {(provided, snapshot) => (
          // Reached by keys through its cards; where it has none there is nothing to scroll.
          <div
            ref={(element) => {
              scroller.current = element;
              provided.innerRef(element);
            }}
            {...provided.droppableProps}
            className="board-cards"
            data-over={snapshot.isDraggingOver}
            onScroll={look}
          >
            <div style={{ height: Math.max(1, cards.length + (snapshot.isUsingPlaceholder ? 1 : 0)) * step }}>
              {places.map((index) => {
                const card = cards[index];
                const style = { top: index * step, height: sizeOf(board) };
                if (card === undefined)
                  return (
                    <div key={`hole ${index}`} className="board-card board-hole" style={style} aria-hidden="true" />
                  );
                return (
                  <Draggable key={card.idoId} draggableId={String(card.idoId)} index={index} isDragDisabled={!mayMove}>
                    {(inner) => (
                      <CardView card={card} provided={inner} style={style} shown={shown} board={board} stack={stack} />
                    )}
                  </Draggable>
                );
              })}
            </div>
          </div>
        )}
      </Droppable>
      {board.newKey === null ? null : <AddCard board={board} stack={stack} name={name} onAdded={shown.retry} />}
    </section>
  );
}

const CardView = memo(function CardView({
  card,
  provided,
  style,
  shown,
  board,
  stack,
  isLifted = false,
}: Given & {
  card: Card | undefined;
  provided: DraggableProvided;
  style?: CSSProperties;
  isLifted?: boolean;
}) {
  const t = useTexts(boardTexts);
  const showRecord = useShowRecord();
  const [anchor, setAnchor] = useState<DOMRect>();
  const { innerRef, draggableProps, dragHandleProps } = provided;
  if (card === undefined) return null;
  const open = (): void => showRecord({ idoId: card.idoId, idoInstanceId: board.idoInstanceId }, 'preview');
  const to = (column: string, index: number) =>
    shown.move(card.idoId, { key: stackKey({ column, lane: stack.lane }), index });
  const mayMove = board.column.mayMove;
  const items = [
    { key: 'open', label: t.openCard, onSelect: open },
    ...(mayMove
      ? [
          { key: 'first', label: t.toFirst, apart: true, onSelect: () => to(stack.column, 0) },
          { key: 'last', label: t.toLast, onSelect: () => to(stack.column, Math.max(0, stack.cards.length - 1)) },
          ...board.columns
            .filter(({ value, isGone }) => value !== stack.column && !isGone)
            .map(({ value }, index) => ({
              key: `to ${value}`,
              label: t.moveTo(shown.nameOf(value)),
              apart: index === 0,
              onSelect: () => to(value, 0),
            })),
        ]
      : []),
  ];
  return (
    <div
      ref={innerRef}
      {...draggableProps}
      {...dragHandleProps}
      // What is in a button could not be reached by readers, and a card has a menu.
      role="group"
      aria-label={card.title}
      className="board-card"
      data-lifted={isLifted}
      data-card={card.idoId}
      style={{ ...style, ...draggableProps.style }}
      onClick={(event) => {
        if ((event.target as HTMLElement).closest('button, .menu') === null) open();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) open();
      }}
    >
      <span className="board-title">{card.title}</span>
      {board.cardFields.map(({ key, label }, index) => (
        <span key={key} className="board-value" title={`${label}: ${card.values[index] ?? ''}`}>
          {card.values[index] === '' ? '' : card.values[index]}
        </span>
      ))}
      <IconButton
        icon="dots-three-vertical"
        className="icon-button board-more"
        label={t.cardMenu(card.title)}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget.getBoundingClientRect())}
      />
      {anchor === undefined ? null : (
        <Menu label={t.cardMenu(card.title)} anchor={anchor} items={items} onClose={() => setAnchor(undefined)} />
      )}
    </div>
  );
});
