import { defineContract } from '../../kernel/index.ts';
import { commands, problems } from './commands.ts';
import { events } from './events.ts';
import { queries } from './queries.ts';

/** Business records. */
export const recordContract = /* @__PURE__ */ defineContract({
  name: 'record',
  queries,
  commands,
  events,
  problems,
});
