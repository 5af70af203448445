import { defineContract } from '../../kernel/index.ts';
import { recordTimeQueries } from '../record/index.ts';
import { commands, problems } from './commands.ts';
import { events } from './events.ts';
import { queries } from './queries.ts';
import { recordActivityCommands, recordActivityQueries } from './record-activity.ts';

/** Memos, and what has happened with a record, which they are written into. */
export const memoContract = /* @__PURE__ */ defineContract({
  name: 'memo',
  queries: {
    ...queries,
    ...recordActivityQueries,
    ...recordTimeQueries,
  },
  commands: {
    ...commands,
    ...recordActivityCommands,
  },
  events,
  problems,
});
