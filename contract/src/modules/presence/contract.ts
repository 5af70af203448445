import { defineContract } from '../../kernel/index.ts';
import { commands, problems } from './commands.ts';
import { events } from './events.ts';
import { fenceCommands } from './fences.ts';
import { queries } from './queries.ts';

/** Who is there, and what they say of themselves. */
export const presenceContract = /* @__PURE__ */ defineContract({
  name: 'presence',
  queries,
  commands: { ...commands, ...fenceCommands },
  events,
  problems,
});
