import { defineContract } from '../../kernel/index.ts';
import { administrationCommands, administrationProblems, administrationQueries } from './administration.ts';
import { appPasswordCommands, appPasswordProblems, appPasswordQueries } from './app-passwords.ts';
import { auditQueries } from './audit.ts';
import { events } from './events.ts';
import { groupCommands, groupEvents, groupProblems, groupQueries } from './groups.ts';
import { commands as jobCommands, jobQueries } from './jobs.ts';
import { laterQueries } from './later-queries.ts';
import { menuCommands, menuEvents, menuProblems, menuQueries } from './menu.ts';
import { startQueries } from './queries.ts';
import { securityCommands, securityProblems, securityQueries } from './security.ts';

/** Sign-in, people and their rights, groups, the instance and its menu. */
export const accountContract = /* @__PURE__ */ defineContract({
  name: 'account',
  queries: {
    ...startQueries,
    ...laterQueries,
    ...jobQueries,
    ...securityQueries,
    ...appPasswordQueries,
    ...administrationQueries,
    ...auditQueries,
    ...menuQueries,
    ...groupQueries,
  },
  commands: {
    ...jobCommands,
    ...securityCommands,
    ...appPasswordCommands,
    ...administrationCommands,
    ...menuCommands,
    ...groupCommands,
  },
  events: {
    ...events,
    ...groupEvents,
    ...menuEvents,
  },
  problems: {
    ...securityProblems,
    ...appPasswordProblems,
    ...administrationProblems,
    ...menuProblems,
    ...groupProblems,
  },
});
