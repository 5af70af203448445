import type { ListSource } from '../../../client/list-loader.ts';
import { compareBy, isNewestFirst, type ListAppearance } from './appearance.ts';
import { inboxSource } from './sources.ts';

/** The inbox in an order. */
export const inboxSourceOf = (sort: ListAppearance['sort']): ListSource =>
  isNewestFirst(sort)
    ? inboxSource
    : {
        ...inboxSource,
        id: `inbox|${sort.property}|${sort.direction}`,
        sorted: { by: sort, compare: compareBy(sort) },
      };
