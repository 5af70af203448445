import { CARDS_AT_ONCE, recordCommands, recordQueries, type BoardAnswer, type Card } from '@kontor/contract/record';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { queryKey } from '../../../client/ask.ts';
import type { QueuedCommand } from '../../../client/core/command.ts';
import type { Failure } from '../../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { boardTexts } from './board-texts.ts';
import {
  moveTo,
  pagesFor,
  positionOf,
  stackKey,
  stacksOf,
  withMoves,
  type Move,
  type CardPosition,
  type Stack,
} from './board-rules.ts';

/** How keys of further cards begin. */
const CARDS_KEY = JSON.stringify([recordQueries.boardCards.name]).slice(0, -1);
const MOVE = recordCommands.moveCard.name;
const SAVE = recordCommands.saveQuery.name;

export interface ShownBoard {
  readonly board: BoardAnswer | undefined;
  /** As the person wants it: with what they have moved. */
  readonly stacks: ReadonlyMap<string, Stack>;
  readonly failure: Failure | undefined;
  readonly isFetching: boolean;
  readonly retry: () => void;
  /** Loads the cards of a stack from one place to another. */
  readonly need: (key: string, from: number, to: number) => void;
  /** What a choice is called. */
  readonly nameOf: (value: string) => string;
  /** What the choice of a lane is called. */
  readonly laneOf: (value: string) => string;
  /** What a stack is called: its column, and its lane where there are lanes. */
  readonly whereOf: (key: string) => string;
  /** `lifted`: from where it was taken, where it may not be loaded any more. */
  readonly move: (card: Pick<Card, 'idoId' | 'title'>, to: CardPosition, lifted?: CardPosition) => void;
}

const NO_STACKS: ReadonlyMap<string, Stack> = new Map();

/** A board, kept current, with what its person moves shown at once. */
export function useBoard(queryId: string | undefined, search: string): ShownBoard {
  const t = useTexts(boardTexts);
  const client = useClient();
  const { notices } = useShell();
  // Until the server knows the query there is nothing to ask it.
  const isUnder = useValue(client.waiting).some(
    ({ name, params: given }) => name === SAVE && (given as { readonly id: string }).id === queryId,
  );
  const params = useMemo(
    () => (queryId === undefined || isUnder ? undefined : { queryId, search }),
    [queryId, isUnder, search],
  );
  const answer = useAsk(recordQueries.board, params);
  const { failure, isFetching, retry } = answer;
  const { pages, need, isRenewed } = usePages(answer.data, search);
  const whole = useWhole({ board: answer.data, at: answer.at, pages }, isFetching || isRenewed);
  // Another search keeps what is shown until its own is there.
  const board = whole.board?.queryId === queryId ? whole.board : undefined;
  const moves = useMoves(board, params, whole.at);
  const stacks = useMemo(
    () => (board === undefined ? NO_STACKS : withMoves(stacksOf(board, whole.pages), moves)),
    [board, whole.pages, moves],
  );
  const nameOf = useCallback(
    (value: string): string => (value === '' ? t.noChoice(board?.column.label ?? '') : value),
    [t, board],
  );
  const laneOf = useCallback(
    (value: string): string => (value === '' ? t.noChoice(board?.lane?.label ?? '') : value),
    [t, board],
  );
  const whereOf = useCallback(
    (key: string): string => {
      const [column, lane] = JSON.parse(key) as [string, string | null];
      return lane === null ? nameOf(column) : t.inLane(nameOf(column), laneOf(lane));
    },
    [t, nameOf, laneOf],
  );

  const shown = useRef(stacks);
  useEffect(() => {
    shown.current = stacks;
  });
  const send = useCallback(
    (move: Move, name: string, where: string, undo: () => void): void => {
      const sent = client.enqueue(recordCommands.moveCard, move, { patches: [], keys: [`record:${move.idoId}`] });
      const said = Promise.resolve({ text: t.moved(name, where), undo: t.undo });
      const done = notices.done(undo, said);
      void sent.then((processId) => {
        const check = (): void => {
          const command = client.waiting.get().find((one) => one.processId === processId);
          if (command?.state !== 'refused') {
            if (command === undefined) stop();
            return;
          }
          stop();
          done.takeBack();
          void client.queue.discard([processId]);
          const now = positionOf(shown.current, move.idoId);
          const conflict = now === undefined ? t.conflictUnknown(name) : t.conflict(name, whereOf(now.key));
          // Where it is now is told once the server has said so.
          setTimeout(
            () =>
              notices.show({
                text: command.refusal?.code === 'RECORD_CONFLICT' ? conflict : t.refused(name),
                tone: 'fault',
              }),
            0,
          );
          retry();
        };
        const stop = client.waiting.subscribe(check);
        check();
      });
    },
    [client, whereOf, notices, retry, t],
  );
  const move = useCallback<ShownBoard['move']>(
    ({ idoId, title }, to, lifted) => {
      const both = board === undefined ? undefined : moveTo(board, shown.current, idoId, to, lifted);
      const from = positionOf(shown.current, idoId) ?? lifted;
      if (both === undefined || from === undefined) return;
      const go = (undo: () => void): void => send(both.move, title, whereOf(to.key), undo);
      go(() => send(both.back, title, whereOf(from.key), () => go(() => undefined)));
    },
    [board, send, whereOf],
  );
  return { board, stacks, failure, isFetching, retry, need, nameOf, laneOf, whereOf, move };
}

/** Moves that wait, and those that were carried out since the board was read. */
function useMoves(
  board: BoardAnswer | undefined,
  params: { readonly queryId: string; readonly search: string } | undefined,
  at: number,
): readonly Pick<QueuedCommand, 'params'>[] {
  const client = useClient();
  const waiting = useValue(client.waiting);
  const [settled, setSettled] = useState<readonly (QueuedCommand & { readonly doneAt: number })[]>([]);
  useEffect(
    () =>
      client.onApplied((command) => {
        if (command.name !== MOVE && command.name !== SAVE) return;
        if (command.name === MOVE) setSettled((all) => [...all, { ...command, doneAt: client.env.now() }]);
        if (params === undefined) return;
        client.ask.cache.invalidate((key) => key.startsWith(CARDS_KEY));
        client.ask.refresh(recordQueries.board, params);
      }),
    [client, params],
  );
  return useMemo(() => {
    const under = waiting.filter((command) => command.name === MOVE && command.state !== 'refused');
    const ids = new Set(under.map(({ processId }) => processId));
    const since = settled.filter(({ doneAt, processId }) => doneAt >= at && !ids.has(processId));
    return [...since, ...under].filter(({ params: given }) => (given as Move).key === board?.column.key);
  }, [waiting, settled, at, board]);
}

type Pages = ReadonlyMap<string, ReadonlyMap<number, readonly Card[]>>;

interface Whole {
  readonly board: BoardAnswer | undefined;
  readonly at: number;
  readonly pages: Pages;
}

/**
 * A board and its further cards as of one moment: while some of them are read anew the others wait, or a card that was moved would lie in two
 * columns or in none. They wait for one reading alone: where others move cards all the time, it would never end.
 */
function useWhole(latest: Whole, isReading: boolean): Whole {
  const [{ whole, held }, set] = useState<{ readonly whole: Whole; readonly held?: BoardAnswer }>({ whole: latest });
  const { board } = latest;
  const isNews = board !== undefined && (board !== whole.board || latest.pages !== whole.pages);
  const mayWait = board !== undefined && board.queryId === whole.board?.queryId && (held ?? board) === board;
  if (isNews && isReading && mayWait) {
    if (held === undefined && board !== whole.board) set({ whole, held: board });
  } else if (isNews) set({ whole: latest });
  return whole;
}

/** Further cards of the stacks that are looked at, read when they come near, and kept current for as long. */
function usePages(
  board: BoardAnswer | undefined,
  search: string,
): { readonly pages: Pages; readonly need: ShownBoard['need']; readonly isRenewed: boolean } {
  const { ask } = useClient();
  const [wanted, setWanted] = useState<ReadonlyMap<string, readonly number[]>>(new Map());
  const [pages, setPages] = useState<Pages>(new Map());
  const [isRenewed, setRenewed] = useState(false);
  const queryId = board?.queryId;
  const counts = useMemo(
    () => new Map((board?.piles ?? []).map((pile) => [stackKey(pile), pile.count] as const)),
    [board],
  );
  const need = useCallback(
    (key: string, from: number, to: number): void => {
      const skips = pagesFor(from, to, counts.get(key) ?? 0, CARDS_AT_ONCE);
      setWanted((before) => {
        const known = before.get(key) ?? [];
        return known.join() === skips.join() ? before : new Map(before).set(key, skips);
      });
    },
    [counts],
  );
  useEffect(() => {
    if (queryId === undefined) return undefined;
    const requests = [...wanted].flatMap(([key, skips]) => {
      const [column, lane] = JSON.parse(key) as [string, string | null];
      return skips.map((skip) => ({ key, skip, params: { queryId, search, column, lane, skip } }));
    });
    const take = (): void => {
      const next = new Map<string, Map<number, readonly Card[]>>();
      let isReading = false;
      for (const { key, skip, params } of requests) {
        const { data, isFetching } = ask.cache.peek(queryKey(recordQueries.boardCards, params));
        if (data === undefined) continue;
        const { cards } = data as { readonly cards: readonly Card[] };
        next.set(key, (next.get(key) ?? new Map()).set(skip, cards));
        isReading ||= isFetching;
      }
      setPages(next);
      setRenewed(isReading);
    };
    const stops = requests.map(({ params }) =>
      ask.cache.watch(
        queryKey(recordQueries.boardCards, params),
        (signal) => ask.run(recordQueries.boardCards, params, signal),
        take,
      ),
    );
    // What was read before is told of by nobody.
    take();
    return () => stops.forEach((stop) => stop());
  }, [ask, queryId, search, wanted]);
  return { pages, need, isRenewed };
}
