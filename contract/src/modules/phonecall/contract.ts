import { defineContract } from '../../kernel/index.ts';
import { queries } from './queries.ts';

/** Phone calls. */
export const phonecallContract = /* @__PURE__ */ defineContract({
  name: 'phonecall',
  queries,
  commands: {},
  events: {},
  problems: {},
});
