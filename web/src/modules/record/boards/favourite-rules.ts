import type { Favourite } from '@kontor/contract/record';
import type { PendingCommand } from '../../../client/optimistic-query.ts';

/** Names a favourite where it is told from others. */
export const favouriteKey = ({ idoId }: Pick<Favourite, 'idoId'>): string => String(idoId);

const numbered = (all: readonly Favourite[]): Favourite[] =>
  all.map((favourite, index) => ({ ...favourite, position: index + 1 }));

/**
 * Favourites as they will be once these commands are carried out. `known`: what records that were marked here are called; one of which
 * that is not known, as after a new start without a network, is shown when the server has said it.
 */
export function withFavourites(
  favourites: readonly Favourite[],
  commands: readonly PendingCommand[],
  known: ReadonlyMap<number, Favourite>,
): Favourite[] {
  let all = favourites;
  for (const { name, params, answer } of commands) {
    if (answer !== undefined) {
      all = answer as readonly Favourite[];
      continue;
    }
    const { idoId, favourites: order = [] } = params as { idoId: number; favourites?: readonly { idoId: number }[] };
    switch (name) {
      case 'record.addFavourite': {
        const added = known.get(idoId);
        if (added !== undefined && !all.some((one) => one.idoId === idoId)) all = [...all, added];
        break;
      }
      case 'record.removeFavourite':
        all = all.filter((one) => one.idoId !== idoId);
        break;
      case 'record.orderFavourites':
        all = [...new Set([...order.flatMap(({ idoId: id }) => all.find((one) => one.idoId === id) ?? []), ...all])];
        break;
      default:
    }
  }
  return numbered(all);
}
