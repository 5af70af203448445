import './board.css';
import { DndContext } from '@dnd-kit/core';
import { MAX_DEPTH, type SharedQuery } from '@kontor/contract/record';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { Button, IconButton } from '../../../ui/parts.tsx';
import type { SavedSearch } from '../lists/saved.ts';
import { boardTexts } from './board-texts.ts';
import { useQueryActions } from './queries.ts';
import { QueryRow } from './query-row.tsx';
import { depthOf, isWithin, stepped } from './query-rules.ts';
import { useQueryDrag } from './use-query-drag.ts';

/** What is to be asked of the person about a query. */
export type Asking =
  | {
      readonly kind: 'new';
      readonly isFolder: boolean;
      readonly parentId: string | null;
      /** What a list shows, where it is that which is to be kept. */
      readonly search?: SavedSearch;
    }
  | { readonly kind: 'edit'; readonly query: SharedQuery };

/** The queries of records that the person sees, in their folders. */
export function QueryTree({
  queries,
  current,
  title,
  newLabel,
  hrefOf,
  onAsk,
  onGo,
}: {
  queries: readonly SharedQuery[];
  current: string | undefined;
  title?: string;
  /** What is begun by the button at the top. */
  newLabel?: string;
  hrefOf: (query: SharedQuery) => string;
  onAsk: (asking: Asking) => void;
  onGo?: () => void;
}) {
  const t = useTexts(boardTexts);
  const { move } = useQueryActions();
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const isHidden = (query: SharedQuery): boolean => {
    const parent = queries.find(({ id }) => id === query.parentId);
    return parent !== undefined && (folded.has(parent.id) || isHidden(parent));
  };
  const shown = queries.filter((query) => !isHidden(query));
  const drag = useQueryDrag(queries, (query, to) => {
    move(query.id, to);
    setSaid(t.laid(query.name, queries.find(({ id }) => id === to.parentId)?.name));
  });
  const step = (query: SharedQuery, by: -1 | 1): void => {
    const to = query.mayChange ? stepped(queries, query.id, by) : undefined;
    if (to === undefined) return;
    move(query.id, to);
    setSaid(t.ordered(query.name, query.place + by));
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-query="${query.id}"] .query-name`)?.focus(),
    );
  };
  const press = (event: KeyboardEvent, query: SharedQuery): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 || !event.altKey) return;
    event.preventDefault();
    step(query, by);
  };
  const fold = (id: string): void =>
    setFolded((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <nav className="query-tree" aria-label={title ?? t.tree}>
      <header>
        <h2>{title ?? t.tree}</h2>
        <IconButton
          icon="plus"
          label={newLabel ?? t.newBoard}
          onClick={() => onAsk({ kind: 'new', isFolder: false, parentId: null })}
        />
      </header>
      <DndContext {...drag.context}>
        <ul ref={list}>
          {shown.map((query) => (
            <QueryRow
              key={query.id}
              query={query}
              depth={depthOf(query, queries)}
              side={drag.over?.id === query.id ? drag.over.side : undefined}
              isFolded={folded.has(query.id)}
              isCurrent={query.id === current}
              to={hrefOf(query)}
              onFold={() => fold(query.id)}
              onKeyDown={(event) => press(event, query)}
              onGo={onGo}
            >
              {query.mayChange ? <More query={query} queries={queries} onAsk={onAsk} onStep={step} /> : null}
            </QueryRow>
          ))}
        </ul>
      </DndContext>
      <footer>
        <Button kind="plain" icon="plus" onClick={() => onAsk({ kind: 'new', isFolder: true, parentId: null })}>
          {t.newFolder}
        </Button>
      </footer>
      <p className="hidden-text" role="status">
        {said}
      </p>
    </nav>
  );
}

function More({
  query,
  queries,
  onAsk,
  onStep,
}: {
  query: SharedQuery;
  queries: readonly SharedQuery[];
  onAsk: (asking: Asking) => void;
  onStep: (query: SharedQuery, by: -1 | 1) => void;
}) {
  const t = useTexts(boardTexts);
  const { move, remove } = useQueryActions();
  const [anchor, setAnchor] = useState<DOMRect>();
  const folders = queries.filter(
    (one) => one.isFolder && one.id !== query.id && one.id !== query.parentId && depthOf(one, queries) < MAX_DEPTH - 1,
  );
  const items: readonly MenuItem[] = [
    {
      key: 'edit',
      icon: 'pencil-simple',
      label: query.isFolder ? t.editFolder : t.editQuery,
      onSelect: () => onAsk({ kind: 'edit', query }),
    },
    ...(query.isFolder
      ? [
          {
            key: 'new',
            icon: 'plus' as const,
            label: t.newBoard,
            onSelect: () => onAsk({ kind: 'new' as const, isFolder: false, parentId: query.id }),
          },
        ]
      : []),
    { key: 'up', icon: 'arrow-up', label: t.up, onSelect: () => onStep(query, -1) },
    { key: 'down', icon: 'arrow-down', label: t.down, onSelect: () => onStep(query, 1) },
    ...(query.parentId === null
      ? []
      : [
          {
            key: 'top',
            icon: 'arrow-left' as const,
            label: t.toTop,
            onSelect: () => move(query.id, { parentId: null, before: null }),
          },
        ]),
    ...folders
      .filter((folder) => !isWithin(folder, query, queries))
      .map((folder) => ({
        key: folder.id,
        icon: 'caret-right' as const,
        label: t.intoFolder(folder.name),
        onSelect: () => move(query.id, { parentId: folder.id, before: null }),
      })),
    { key: 'remove', icon: 'trash', label: t.remove, apart: true, onSelect: () => remove(query) },
  ];
  return (
    <>
      <IconButton
        icon="dots-three-vertical"
        label={t.more(query.name)}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget.getBoundingClientRect())}
      />
      {anchor === undefined ? null : (
        <Menu label={t.more(query.name)} anchor={anchor} items={items} onClose={() => setAnchor(undefined)} />
      )}
    </>
  );
}
