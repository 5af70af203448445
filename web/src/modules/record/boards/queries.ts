import { recordCommands, recordQueries, type SharedQuery } from '@kontor/contract/record';
import { useMemo } from 'react';
import { ofClient, watchOptimistic } from '../../../client/optimistic-query.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { boardTexts } from './board-texts.ts';
import { withQueries, type QueryAbout } from './query-rules.ts';

const COMMANDS = new Set<string>([
  recordCommands.saveQuery.name,
  recordCommands.deleteQuery.name,
  recordCommands.orderQueries.name,
]);

const queriesOf = ofClient((client) =>
  watchOptimistic(
    client,
    recordQueries.sharedQueries,
    {},
    {
      isOf: ({ name }) => COMMANDS.has(name),
      apply: (answer = [], commands) => {
        const user = client.user.get();
        const fullName = user === undefined ? '' : `${user.firstName} ${user.lastName}`.trim();
        return withQueries(answer, commands, { userId: user?.id ?? 0, fullName });
      },
    },
  ),
);

/** The tree of queries that the person sees, with what waits in the queue laid over it; `isFresh`: the server has said so. */
export function useQueries(): { readonly queries: readonly SharedQuery[] | undefined; readonly isFresh: boolean } {
  const { data: queries, isFresh } = useValue(queriesOf(useClient()));
  return { queries, isFresh };
}

const aboutOf = (query: QueryAbout): QueryAbout => ({
  id: query.id,
  parentId: query.parentId,
  name: query.name,
  isFolder: query.isFolder,
  idoInstanceId: query.idoInstanceId,
  fulltextSearch: query.fulltextSearch,
  serializedIdoIdoListToolbarHiddenDetailsSearchString: query.serializedIdoIdoListToolbarHiddenDetailsSearchString,
  serializedFilterMemento: query.serializedFilterMemento,
  board: query.board,
  sharedWith: query.sharedWith,
});

/** What can be done with queries: seen at once, through the queue. */
export function useQueryActions() {
  const client = useClient();
  const { notices } = useShell();
  const t = useTexts(boardTexts);
  return useMemo(() => {
    // One after the other: their places are one order.
    const about = { patches: [], keys: ['recordQueries'] };
    const put = (query: QueryAbout, version: number | undefined): void =>
      void client.enqueue(
        recordCommands.saveQuery,
        { ...aboutOf(query), ...(version === undefined ? {} : { aggregateVersion: version }) },
        about,
      );
    return {
      /** Makes one and answers its id. */
      create(given: Omit<QueryAbout, 'id'>): string {
        const id = client.env.newId();
        put({ ...given, id }, undefined);
        notices.show({ text: t.saved(given.name) });
        return id;
      },
      change(before: SharedQuery, part: Partial<QueryAbout>): void {
        put({ ...before, ...part }, before.aggregateVersion);
        notices.show({ text: t.saved(part.name ?? before.name) });
      },
      remove(query: SharedQuery): void {
        void client.enqueue(recordCommands.deleteQuery, { id: query.id }, about);
        const said = Promise.resolve({ text: t.removed(query.name), undo: t.undo });
        notices.done(() => put(query, undefined), said);
      },
      move(id: string, at: { readonly parentId: string | null; readonly before: string | null }): void {
        void client.enqueue(recordCommands.orderQueries, { id, ...at }, about);
      },
    };
  }, [client, notices, t]);
}
