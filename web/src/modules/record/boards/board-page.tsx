import './board.css';
import type { SharedQuery } from '@kontor/contract/record';
import { DragDropContext, type DragStart, type DragUpdate, type ResponderProvided } from '@hello-pangea/dnd';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useFormats, useGo, useKeys, useMedia, useShell, useTexts, type ScreenProps } from '../../../shell/index.ts';
import { useIsWide } from '../../../ui/use-is-wide.ts';
import { Bone, Button, IconButton, LoadingLine, StatePage } from '../../../ui/parts.tsx';
import { Requested } from '../../../ui/held-keys.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { hrefOfQuery } from '../lists/saved.ts';
import { BoardColumn } from './board-column.tsx';
import { boardTexts } from './board-texts.ts';
import { stackKey } from './board-rules.ts';
import { useQueries } from './queries.ts';
import { QueryTree, type Asking } from './query-tree.tsx';
import { useBoard, type ShownBoard } from './use-board.ts';

const QueryDialog = lazily(() => import('./query-dialog.tsx').then((module) => module.QueryDialog));

/** What a board needs beside the tree, in pixels. */
const ROOM_FOR_TREE = 800;

/** Boards of records, beside the tree of all queries. */
export function BoardPage({ params }: ScreenProps) {
  const go = useGo();
  const { tabs } = useShell();
  useKeys({ Escape: () => tabs.leave() });
  const [frame, isWide] = useIsWide(ROOM_FOR_TREE, true);
  const { queries, isFresh } = useQueries();
  const [asking, setAsking] = useState<Asking>();
  const [isTreeShown, setTreeShown] = useState(false);
  const asked = params['sharedQueryId'];
  const current = asked ?? queries?.find(({ board }) => board !== null)?.id;
  const query = queries?.find(({ id }) => id === current);
  const tree =
    queries === undefined ? null : (
      <QueryTree
        queries={queries}
        current={current}
        hrefOf={hrefOfQuery}
        onAsk={setAsking}
        onGo={() => setTreeShown(false)}
      />
    );
  return (
    <div ref={frame} className="boards" data-wide={isWide}>
      {isWide || isTreeShown ? tree : null}
      <div className="board-main" hidden={!isWide && isTreeShown}>
        {query !== undefined && query.board !== null ? (
          <Board
            key={query.id}
            queryId={query.id}
            name={query.name}
            owner={query.owner.fullName}
            onEdit={query.mayChange ? () => setAsking({ kind: 'edit', query }) : undefined}
            onTree={isWide ? undefined : () => setTreeShown(true)}
          />
        ) : (
          <NoBoard
            query={query}
            isKnown={queries !== undefined && (asked === undefined || isFresh)}
            isAsked={asked !== undefined}
            onAsk={setAsking}
            onTree={isWide ? undefined : () => setTreeShown(true)}
          />
        )}
      </div>
      {asking === undefined ? null : (
        <Requested>
          <QueryDialog asking={asking} onMade={(made) => go(hrefOfQuery(made))} onClose={() => setAsking(undefined)} />
        </Requested>
      )}
    </div>
  );
}

/** What is said where there is no board to be shown. */
function NoBoard({
  query,
  isKnown,
  isAsked,
  onAsk,
  onTree,
}: {
  query: SharedQuery | undefined;
  isKnown: boolean;
  isAsked: boolean;
  onAsk: (asking: Asking) => void;
  onTree: (() => void) | undefined;
}) {
  const t = useTexts(boardTexts);
  const edit =
    query?.mayChange === true ? (
      <Button kind="primary" onClick={() => onAsk({ kind: 'edit', query })}>
        {t.edit}
      </Button>
    ) : undefined;
  const create = (
    <Button kind="primary" onClick={() => onAsk({ kind: 'new', isFolder: false, parentId: null })}>
      {t.newBoard}
    </Button>
  );
  return (
    <>
      <header className="board-head">
        {onTree === undefined ? null : <IconButton icon="list" label={t.showTree} onClick={onTree} />}
        <h1>{query?.name ?? t.title}</h1>
      </header>
      {query !== undefined ? (
        <StatePage icon="kanban" title={t.isList} action={edit}>
          {t.isListHint}
        </StatePage>
      ) : !isKnown ? (
        <Bones />
      ) : isAsked ? (
        <StatePage icon="kanban" title={t.gone}>
          {t.goneHint}
        </StatePage>
      ) : (
        <StatePage icon="kanban" title={t.none} action={create}>
          {t.noneHint}
        </StatePage>
      )}
    </>
  );
}

function Bones() {
  return (
    <div className="board-columns" aria-hidden="true">
      {[3, 5, 2, 4].map((count, column) => (
        <div key={column} className="board-column">
          <Bone width="60%" />
          {Array.from({ length: count }, (_, index) => (
            <Bone key={index} width="100%" height={64} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Board({
  queryId,
  name,
  owner,
  onEdit,
  onTree,
}: {
  queryId: string;
  name: string;
  owner: string;
  onEdit: (() => void) | undefined;
  onTree: (() => void) | undefined;
}) {
  const t = useTexts(boardTexts);
  const formats = useFormats();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const shown = useBoard(queryId, search);
  const { board, failure, isFetching, retry } = shown;
  return (
    <>
      <header className="board-head">
        {onTree === undefined ? null : <IconButton icon="list" label={t.showTree} onClick={onTree} />}
        <h1>{name}</h1>
        {board === undefined ? null : (
          <span className="quiet">{t.cards(formats.number(board.totalCount), board.totalCount === 1)}</span>
        )}
        <span className="grow" />
        <input
          className="input"
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {onEdit === undefined ? null : <IconButton icon="sliders-horizontal" label={t.edit} onClick={onEdit} />}
      </header>
      <LoadingLine shown={isFetching} />
      {board !== undefined ? (
        board.totalCount === 0 && (search !== '' || board.newKey === null) ? (
          <StatePage icon="kanban" title={search === '' ? t.empty : t.emptySearch}>
            {search === '' ? t.emptyHint : t.emptySearchHint}
          </StatePage>
        ) : (
          <Columns shown={{ ...shown, board }} />
        )
      ) : failure === undefined ? (
        <Bones />
      ) : failure.code === 'QUERY_INVALID' ? (
        <StatePage
          icon="kanban"
          title={t.noColumns}
          action={
            onEdit === undefined ? undefined : (
              <Button kind="primary" onClick={onEdit}>
                {t.edit}
              </Button>
            )
          }
        >
          {onEdit === undefined ? t.noColumnsAsk(owner) : t.noColumnsHint}
        </StatePage>
      ) : failure.status === 404 ? (
        <StatePage icon="kanban" title={t.gone}>
          {t.goneHint}
        </StatePage>
      ) : (
        <StatePage
          icon={failure.kind === 'offline' ? 'cloud-slash' : 'warning'}
          title={failure.kind === 'offline' ? t.offline : t.failed}
          action={<Button onClick={retry}>{t.retry}</Button>}
        />
      )}
    </>
  );
}

function Columns({ shown }: { shown: ShownBoard & { readonly board: NonNullable<ShownBoard['board']> } }) {
  const t = useTexts(boardTexts);
  const { board, stacks, nameOf, move } = shown;
  const { queries } = useQueries();
  const isNarrow = useMedia('(max-width: 700px)');
  const strip = useRef<HTMLDivElement>(null);
  const hidden = queries?.find(({ id }) => id === board.queryId)?.board?.hidden ?? [];
  const columns = board.columns.filter(({ value }) => !hidden.includes(value));
  const [column, setColumn] = useState(columns[0]?.value ?? '');
  const titleOf = (id: string): string =>
    [...stacks.values()].flatMap(({ cards }) => cards.find((card) => String(card?.idoId) === id)?.title ?? [])[0] ?? '';
  const columnOf = (key: string): string => nameOf((JSON.parse(key) as [string])[0]);
  const start = ({ draggableId, source }: DragStart, { announce }: ResponderProvided): void =>
    announce(t.lifted(titleOf(draggableId), source.index + 1, columnOf(source.droppableId)));
  const carry = ({ draggableId, destination }: DragUpdate, { announce }: ResponderProvided): void =>
    announce(
      destination === null
        ? t.over(titleOf(draggableId))
        : t.carried(titleOf(draggableId), destination.index + 1, columnOf(destination.droppableId)),
    );
  // On a phone one column fills the screen: swiping goes to the next, and the tabs follow.
  const swiped = (): void => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {};
    const next = columns[Math.round(scrollLeft / clientWidth)];
    if (isNarrow && next !== undefined && next.value !== column) setColumn(next.value);
  };
  useEffect(() => {
    const element = strip.current;
    const index = columns.findIndex(({ value }) => value === column);
    if (!isNarrow || element === null || Math.round(element.scrollLeft / element.clientWidth) === index) return;
    element.scrollTo({ left: index * element.clientWidth });
    // oxlint-disable-next-line react/exhaustive-deps -- columns that come anew move nothing
  }, [column, isNarrow]);
  const lanes = board.lane === null ? [null] : board.lanes.map(({ value }) => value);
  return (
    <DragDropContext
      dragHandleUsageInstructions={t.dragHelp}
      onDragStart={start}
      onDragUpdate={carry}
      onDragEnd={({ draggableId, destination }, { announce }) => {
        const name = titleOf(draggableId);
        if (destination === null) return announce(t.broughtBack(name));
        announce(t.dropped(name, destination.index + 1, columnOf(destination.droppableId)));
        move(Number(draggableId), { key: destination.droppableId, index: destination.index });
      }}
    >
      {isNarrow ? (
        <Tabs
          label={board.column.label}
          tabs={columns.map(({ value }) => ({ key: value, label: nameOf(value) }))}
          value={column}
          onChange={setColumn}
        />
      ) : null}
      <div className="board-scroll" ref={strip} onScroll={swiped} data-lanes={board.lane !== null}>
        {lanes.map((lane) => (
          <div key={lane ?? '*'} className="board-lane">
            {lane === null ? null : <h2>{lane === '' ? t.noChoice(board.lane?.label ?? '') : lane}</h2>}
            <div className="board-columns">
              {columns.map(({ value }) => {
                const stack = stacks.get(stackKey({ column: value, lane }));
                return stack === undefined ? null : (
                  <BoardColumn key={value} shown={shown} board={board} stack={stack} />
                );
              })}
            </div>
          </div>
        ))}
      </div>
    </DragDropContext>
  );
}
