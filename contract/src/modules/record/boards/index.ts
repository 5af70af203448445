import { board, boardCards, boardChanged, moveCard } from './board.ts';
import { addFavourite, favourites, favouritesChanged, orderFavourites, removeFavourite } from './favourites.ts';
import { deleteQuery, orderQueries, queriesChanged, saveQuery, sharedQueries } from './shared-queries.ts';

export { BOARDS_KEY, CARDS_AT_ONCE, type BoardAnswer, type Card, type Pile } from './board.ts';
export { FAVOURITES_KEY, MAX_FAVOURITES, type Favourite } from './favourites.ts';
export {
  MAX_CARD_FIELDS,
  MAX_DEPTH,
  MAX_QUERIES,
  MAX_QUERY_NAME,
  MAX_SUMS,
  QUERIES_KEY,
  boardKeys,
  type Board,
  type QueryFault,
  type SharedQuery,
} from './shared-queries.ts';

export const boardQueries = { favourites, sharedQueries, board, boardCards } as const;
export const boardCommands = {
  addFavourite,
  removeFavourite,
  orderFavourites,
  saveQuery,
  deleteQuery,
  orderQueries,
  moveCard,
} as const;
export const boardEvents = { favouritesChanged, queriesChanged, boardChanged } as const;
export const boardProblems = { TOO_MANY_FAVOURITES: 422, QUERY_CONFLICT: 409, QUERY_INVALID: 422 } as const;
