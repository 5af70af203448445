import './board.css';
import { MOST_DEPTH, type SharedQuery } from '@kontor/contract/record';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Link, useTexts } from '../../../shell/index.ts';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { Button, Icon, IconButton } from '../../../ui/parts.tsx';
import type { SavedSearch } from '../lists/saved.ts';
import { boardTexts } from './board-texts.ts';
import { useQueryActions } from './queries.ts';
import { stepped } from './query-rules.ts';

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

const depthOf = (query: SharedQuery, all: readonly SharedQuery[]): number => {
  const parent = all.find(({ id }) => id === query.parentId);
  return parent === undefined ? 0 : 1 + depthOf(parent, all);
};

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
      <ul ref={list}>
        {queries
          .filter((query) => !isHidden(query))
          .map((query) => (
            <li key={query.id} data-query={query.id} style={{ paddingInlineStart: depthOf(query, queries) * 16 }}>
              {query.isFolder ? (
                <button
                  type="button"
                  className="query-name"
                  aria-expanded={!folded.has(query.id)}
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  title={t.orderHint}
                  onKeyDown={(event) => press(event, query)}
                  onClick={() => fold(query.id)}
                >
                  <Icon name={folded.has(query.id) ? 'caret-right' : 'caret-down'} small />
                  <span>{query.name}</span>
                </button>
              ) : (
                <Link
                  className="query-name"
                  to={hrefOf(query)}
                  aria-current={query.id === current ? 'page' : undefined}
                  aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                  title={t.orderHint}
                  onKeyDown={(event) => press(event, query)}
                  {...(onGo === undefined ? {} : { onGo })}
                >
                  <Icon name={query.board === null ? 'list' : 'squares-four'} small />
                  <span>{query.name}</span>
                  {query.isMine ? (
                    query.isShared ? (
                      <small>{t.shared}</small>
                    ) : null
                  ) : (
                    <small>{t.by(query.owner.fullName)}</small>
                  )}
                </Link>
              )}
              {query.mayChange ? <More query={query} queries={queries} onAsk={onAsk} onStep={step} /> : null}
            </li>
          ))}
      </ul>
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
    (one) => one.isFolder && one.id !== query.id && one.id !== query.parentId && depthOf(one, queries) < MOST_DEPTH - 1,
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

/** Whether something lies in a folder, however deep. */
function isWithin(one: SharedQuery, folder: SharedQuery, all: readonly SharedQuery[]): boolean {
  const parent = all.find(({ id }) => id === one.parentId);
  return one.id === folder.id || (parent !== undefined && isWithin(parent, folder, all));
}
