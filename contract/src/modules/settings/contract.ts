import { defineContract } from '../../kernel/index.ts';
import { appCommands } from './app.ts';
import { notificationCommands, notificationQueries } from './notification.ts';
import { settingsCommands, settingsEvents, settingsProblems, settingsQueries } from './operations.ts';
import { pushCommands, pushProblems, pushQueries } from './push.ts';
import { themeCommands, themeEvents, themeProblems, themeQueries } from './schemes.ts';

/** What people set, the colours of an instance, and devices that are pushed to. */
export const settingsContract = /* @__PURE__ */ defineContract({
  name: 'settings',
  queries: {
    ...settingsQueries,
    ...themeQueries,
    ...notificationQueries,
    ...pushQueries,
  },
  commands: {
    ...settingsCommands,
    ...themeCommands,
    ...appCommands,
    ...notificationCommands,
    ...pushCommands,
  },
  events: {
    ...settingsEvents,
    ...themeEvents,
  },
  problems: {
    ...settingsProblems,
    ...themeProblems,
    ...pushProblems,
  },
});
