import { defineContract } from '../../kernel/index.ts';
import { commands, problems } from './commands.ts';
import { queries } from './queries.ts';

/** {{en.many}}. */
export const {{name}}Contract = /* @__PURE__ */ defineContract({
  name: '{{name}}',
  queries,
  commands,
  events: {},
  problems,
});
