import { defineContract } from '../../kernel/index.ts';
import { bookImportCommands, bookImportQueries } from './book-importing.ts';
import { commands } from './commands.ts';
import { events } from './events.ts';
import { problems } from './problems.ts';
import { queries } from './queries.ts';

/** Phone calls, the phone book, telephone systems, and calls that are made from here. */
export const phonecallContract = /* @__PURE__ */ defineContract({
  name: 'phonecall',
  queries: { ...queries, ...bookImportQueries },
  commands: { ...commands, ...bookImportCommands },
  events,
  problems,
});
