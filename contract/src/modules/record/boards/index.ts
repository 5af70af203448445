import { addFavourite, favourites, favouritesChanged, orderFavourites, removeFavourite } from './favourites.ts';

export { FAVOURITES_KEY, MOST_FAVOURITES, type Favourite } from './favourites.ts';

export const boardQueries = { favourites } as const;
export const boardCommands = { addFavourite, removeFavourite, orderFavourites } as const;
export const boardEvents = { favouritesChanged } as const;
export const boardProblems = { TOO_MANY_FAVOURITES: 422 } as const;
