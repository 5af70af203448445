import type { DateFilter } from '@kontor/contract/activity';
import { mailQueries } from '@kontor/contract/mail';
import type { ListSource } from '../../client/list-loader.ts';
import { keepsIn } from '../activity/index.tsx';

/** A list of mails. `box`: 0 for all boxes. */
export const mailSource = (view: 'open' | 'mine' | 'all', date: DateFilter, box: number, term: string): ListSource => ({
  id: ['email', view, JSON.stringify(date), box, '', 'bidirectional', term].join('|'),
  definition: mailQueries.items,
  params: { view, dateFilter: date, boxIds: box === 0 ? [] : [box], searchTerm: term },
  keep: keepsIn(view),
});
