import { defineContract } from '../../kernel/index.ts';
import { commands, problems } from './commands.ts';
import { queries } from './queries.ts';

/** Sharing. */
export const sharingContract = /* @__PURE__ */ defineContract({
  name: 'sharing',
  queries,
  commands,
  events: {},
  problems,
});
