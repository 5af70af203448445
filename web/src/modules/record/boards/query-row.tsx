import { useDraggable, useDroppable } from '@dnd-kit/core';
import type { SharedQuery } from '@kontor/contract/record';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { boardTexts } from './board-texts.ts';
import type { DropSide } from './query-rules.ts';

/** A line of the tree: a folder that is folded, or a query that is opened; either is dragged by who may change it. */
export function QueryRow({
  query,
  depth,
  side,
  isFolded,
  isCurrent,
  to,
  onFold,
  onKeyDown,
  onGo,
  children,
}: {
  query: SharedQuery;
  depth: number;
  /** Where what is dragged over it would be laid down. */
  side: DropSide | undefined;
  isFolded: boolean;
  isCurrent: boolean;
  to: string;
  onFold: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onGo: (() => void) | undefined;
  /** At its end. */
  children: ReactNode;
}) {
  const t = useTexts(boardTexts);
  const { id, isFolder, mayChange, name } = query;
  const { setNodeRef: holdDragged, listeners, isDragging } = useDraggable({ id, disabled: !mayChange });
  const { setNodeRef: holdOver } = useDroppable({ id });
  const hold = (element: HTMLElement | null): void => {
    holdDragged(element);
    holdOver(element);
  };
  const shared = {
    className: 'query-name',
    'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
    title: t.orderHint,
    ...listeners,
    onKeyDown,
  };
  return (
    <li
      ref={hold}
      data-query={id}
      data-dragged={isDragging}
      data-drop={side}
      style={{ paddingInlineStart: depth * 16 }}
    >
      {isFolder ? (
        <button type="button" aria-expanded={!isFolded} {...shared} onClick={onFold}>
          <Icon name={isFolded ? 'caret-right' : 'caret-down'} small />
          <span>{name}</span>
        </button>
      ) : (
        <Link
          to={to}
          draggable={false}
          aria-current={isCurrent ? 'page' : undefined}
          {...shared}
          {...(onGo === undefined ? {} : { onGo })}
        >
          <Icon name={query.board === null ? 'list' : 'squares-four'} small />
          <span>{name}</span>
          <Whose query={query} />
        </Link>
      )}
      {children}
    </li>
  );
}

function Whose({ query: { isMine, isShared, owner } }: { query: SharedQuery }) {
  const t = useTexts(boardTexts);
  if (!isMine) return <small>{t.by(owner.fullName)}</small>;
  return isShared ? <small>{t.shared}</small> : null;
}
