import { defineContract } from '../../kernel/index.ts';
import { commands, problems } from './commands.ts';
import { queries } from './queries.ts';

/** Documents. */
export const documentContract = /* @__PURE__ */ defineContract({
  name: 'document',
  queries,
  commands,
  events: {},
  problems,
});
