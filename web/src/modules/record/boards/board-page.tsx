import './board.css';
import type { SharedQuery } from '@kontor/contract/record';
import { useDeferredValue, useState } from 'react';
import { useFormats, useGo, useKeys, useShell, useTexts, type ScreenProps } from '../../../shell/index.ts';
import { GonePage } from '../../../shell/failures/gone-page.tsx';
import { useIsWide } from '../../../ui/use-is-wide.ts';
import { SkeletonBlock, Button, IconButton, LoadingLine, StatePage } from '../../../ui/parts.tsx';
import { Requested } from '../../../ui/held-keys.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { hrefOfQuery } from '../lists/saved.ts';
import { BoardColumns } from './board-columns.tsx';
import { boardTexts } from './board-texts.ts';
import { useQueries } from './queries.ts';
import { QueryTree, type Asking } from './query-tree.tsx';
import { useBoard } from './use-board.ts';

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
  const idInAddress = params['sharedQueryId'];
  const current = idInAddress ?? queries?.find(({ board }) => board !== null)?.id;
  const query = queries?.find(({ id }) => id === current);
  const [known, setKnown] = useState(query?.id);
  if (query !== undefined && query.id !== known) setKnown(query.id);
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
            isKnown={queries !== undefined && (idInAddress === undefined || isFresh)}
            isInAddress={idInAddress !== undefined}
            wasKnown={idInAddress !== undefined && idInAddress === known}
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
  isInAddress,
  wasKnown,
  onAsk,
  onTree,
}: {
  query: SharedQuery | undefined;
  isKnown: boolean;
  isInAddress: boolean;
  /** It was shown before. */
  wasKnown: boolean;
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
        <Skeleton />
      ) : isInAddress ? (
        <GonePage icon="kanban" title={t.gone} hint={t.goneHint} wasKnown={wasKnown} />
      ) : (
        <StatePage icon="kanban" title={t.none} action={create}>
          {t.noneHint}
        </StatePage>
      )}
    </>
  );
}

function Skeleton() {
  return (
    <div className="board-columns" aria-hidden="true">
      {[3, 5, 2, 4].map((count, column) => (
        <div key={column} className="board-column">
          <SkeletonBlock width="60%" />
          {Array.from({ length: count }, (_, index) => (
            <SkeletonBlock key={index} width="100%" height={64} />
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
          <BoardColumns shown={{ ...shown, board }} />
        )
      ) : failure === undefined ? (
        <Skeleton />
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
        <GonePage icon="kanban" title={t.gone} hint={t.goneHint} wasKnown />
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
