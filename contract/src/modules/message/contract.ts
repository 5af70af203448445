import { defineContract } from '../../kernel/index.ts';
import { commands } from './commands.ts';
import { events } from './events.ts';
import { problems } from './problems.ts';
import { queries } from './queries.ts';

/** Messages: what people of the company ask each other, and what was answered. */
export const messageContract = /* @__PURE__ */ defineContract({
  name: 'message',
  queries,
  commands,
  events,
  problems,
});
