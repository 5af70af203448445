import type { BoardAnswer, Card } from '@kontor/contract/record';
import { memo, useState } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import { useShowRecord } from '../address.ts';
import { stackKey, type CardPosition, type Stack } from './board-rules.ts';
import { boardTexts } from './board-texts.ts';
import { sizeOf } from './card-sizes.ts';
import { mayLie } from './carry-rules.ts';
import type { ShownBoard } from './use-board.ts';

export interface CardActs {
  readonly move: (card: Card, to: CardPosition) => void;
}

interface Props {
  readonly card: Card;
  readonly shown: ShownBoard;
  readonly board: BoardAnswer;
  readonly stack: Stack;
  readonly acts: CardActs;
}

/** What stands on a card. */
export function CardFields({ card, board }: Pick<Props, 'card' | 'board'>) {
  return (
    <>
      <span className="board-title">{card.title}</span>
      {board.cardFields.map(({ key, label }, index) => (
        <span key={key} className="board-value" title={`${label}: ${card.values[index] ?? ''}`}>
          {card.values[index]}
        </span>
      ))}
    </>
  );
}

export const CardView = memo(function CardView({
  top,
  isLifted,
  help,
  ...given
}: Props & { top: number; isLifted: boolean; help: string }) {
  const t = useTexts(boardTexts);
  const showRecord = useShowRecord();
  const [anchor, setAnchor] = useState<DOMRect>();
  const { card, board } = given;
  const open = (): void => showRecord({ idoId: card.idoId, idoInstanceId: board.idoInstanceId }, 'preview');
  return (
    <div
      // What is in a button could not be reached by readers, and a card has a menu.
      role="group"
      aria-label={card.title}
      aria-describedby={help}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- by keys it is opened and carried
      tabIndex={0}
      className="board-card"
      data-lifted={isLifted}
      data-card={card.idoId}
      style={{ top, height: sizeOf(board) }}
      onClick={(event) => {
        if ((event.target as HTMLElement).closest('button, .menu') === null) open();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isLifted && event.target === event.currentTarget) open();
      }}
    >
      <CardFields card={card} board={board} />
      <IconButton
        icon="dots-three-vertical"
        className="icon-button board-more"
        label={t.cardMenu(card.title)}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget.getBoundingClientRect())}
      />
      {anchor === undefined ? null : (
        <CardMenu {...given} anchor={anchor} onOpen={open} onClose={() => setAnchor(undefined)} />
      )}
    </div>
  );
});

/** What can be done with a card: all that dragging does, too. */
function CardMenu({
  card,
  shown: { nameOf, laneOf },
  board,
  stack,
  acts,
  anchor,
  onOpen,
  onClose,
}: Props & { anchor: DOMRect; onOpen: () => void; onClose: () => void }) {
  const t = useTexts(boardTexts);
  const to = (where: Pick<Stack, 'column' | 'lane'>, index = 0) => acts.move(card, { key: stackKey(where), index });
  const { column, lane } = stack;
  const elsewhere = (wheres: readonly { readonly where: Pick<Stack, 'column' | 'lane'>; readonly label: string }[]) =>
    wheres
      .filter(({ where }) => stackKey(where) !== stackKey(stack) && mayLie(board, stack, where))
      .map(({ where, label }, index) => ({
        key: stackKey(where),
        label,
        apart: index === 0,
        onSelect: () => to(where),
      }));
  const columns = board.columns.map(({ value }) => ({
    where: { column: value, lane },
    label: t.moveTo(nameOf(value)),
  }));
  const lanes = board.lanes.map(({ value }) => ({
    where: { column, lane: value },
    label: t.moveToLane(laneOf(value)),
  }));
  const items: readonly MenuItem[] = [
    { key: 'open', label: t.openCard, onSelect: onOpen },
    ...(mayLie(board, stack, stack)
      ? [
          { key: 'first', label: t.toFirst, apart: true, onSelect: () => to(stack) },
          { key: 'last', label: t.toLast, onSelect: () => to(stack, stack.cards.length - 1) },
        ]
      : []),
    ...elsewhere(columns),
    ...elsewhere(lanes),
  ];
  return <Menu label={t.cardMenu(card.title)} anchor={anchor} items={items} onClose={onClose} />;
}
