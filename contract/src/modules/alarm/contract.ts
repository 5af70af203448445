import { defineContract } from '../../kernel/index.ts';
import { commands, problems } from './commands.ts';
import { events } from './events.ts';
import { queries } from './queries.ts';

/** What rings. */
export const alarmContract = /* @__PURE__ */ defineContract({
  name: 'alarm',
  queries,
  commands,
  events,
  problems,
});
