import { defineContract } from '../../kernel/index.ts';
import { commands, problems } from './commands.ts';
import { events } from './events.ts';
import { fenceCommands, fenceQueries } from './fences.ts';
import { queries } from './queries.ts';

/** Who is there, and what they say of themselves. */
export const presenceContract = /* @__PURE__ */ defineContract({
  name: 'presence',
  queries: { ...queries, ...fenceQueries },
  commands: { ...commands, ...fenceCommands },
  events,
  problems,
});
