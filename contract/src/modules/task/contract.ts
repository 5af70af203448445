import { defineContract } from '../../kernel/index.ts';
import { commands, problems } from './commands.ts';
import { events } from './events.ts';
import { queries } from './queries.ts';

/** Tasks and notes. */
export const taskContract = /* @__PURE__ */ defineContract({
  name: 'task',
  queries,
  commands,
  events,
  problems,
});
