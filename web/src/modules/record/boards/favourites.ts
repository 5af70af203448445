import { MAX_FAVOURITES, recordCommands, recordQueries, type Favourite } from '@kontor/contract/record';
import { useMemo } from 'react';
import { ofClient, watchOptimistic } from '../../../client/optimistic-query.ts';
import { useClient, useValue } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import type { Named } from '../links.ts';
import { favouriteKey, withFavourites } from './favourite-rules.ts';
import { favouriteTexts } from './favourite-texts.ts';

const COMMANDS = new Set<string>([
  recordCommands.addFavourite.name,
  recordCommands.removeFavourite.name,
  recordCommands.orderFavourites.name,
]);

const knownOf = ofClient(() => new Map<number, Favourite>());

/** The person's favourites, with what waits in the queue laid over them. */
const favouritesOf = ofClient((client) =>
  watchOptimistic(
    client,
    recordQueries.favourites,
    {},
    {
      isOf: ({ name }) => COMMANDS.has(name),
      apply: (answer = [], commands) => withFavourites(answer, commands, knownOf(client)),
    },
  ),
);

/** The person's favourites in their order, kept current; undefined until they are known. */
export const useFavourites = (): readonly Favourite[] | undefined => useValue(favouritesOf(useClient())).data;

/** What can be done with favourites: seen at once, through the queue, each with a way back. */
export function useFavouriteActions() {
  const client = useClient();
  const { notices } = useShell();
  const t = useTexts(favouriteTexts);
  return useMemo(() => {
    const all = (): readonly Favourite[] => favouritesOf(client).get().data ?? [];
    // One after the other, whichever they are about: their order is one.
    const about = { patches: [], keys: ['favourites'] };
    const keyOf = ({ idoId, idoInstanceId }: Pick<Favourite, 'idoId' | 'idoInstanceId'>) => ({ idoId, idoInstanceId });
    const put = (favourite: Favourite): void => {
      knownOf(client).set(favourite.idoId, favourite);
      void client.enqueue(recordCommands.addFavourite, keyOf(favourite), about);
    };
    const take = (favourite: Pick<Favourite, 'idoId' | 'idoInstanceId'>): void =>
      void client.enqueue(recordCommands.removeFavourite, keyOf(favourite), about);
    const order = (favourites: readonly Pick<Favourite, 'idoId' | 'idoInstanceId'>[]): void =>
      void client.enqueue(recordCommands.orderFavourites, { favourites: favourites.map(keyOf) }, about);
    const say = (text: string, undo: () => void): void =>
      void notices.done(undo, Promise.resolve({ text, undo: t.undo }));
    return {
      add({ idoId, idoInstanceId, displayName, instanceTitle, instanceColor }: Named): void {
        if (all().length >= MAX_FAVOURITES) {
          notices.show({ text: t.tooMany(MAX_FAVOURITES), tone: 'fault' });
          return;
        }
        const favourite = { idoId, idoInstanceId, instance: instanceTitle, instanceColor, title: displayName };
        put({ ...favourite, position: all().length + 1 });
        say(t.added(displayName), () => take(favourite));
      },
      remove({ idoId }: Pick<Favourite, 'idoId'>): void {
        const before = all();
        const gone = before.find((one) => one.idoId === idoId);
        if (gone === undefined) return;
        take(gone);
        say(t.removed(gone.title), () => {
          put(gone);
          order(before);
        });
      },
      /** `keys`: those of `favouriteKey`. Others stay behind them. */
      order(keys: readonly string[]): void {
        order(keys.flatMap((key) => all().find((one) => favouriteKey(one) === key) ?? []));
      },
    };
  }, [client, notices, t]);
}
