import { defineContract } from '../../kernel/index.ts';
import { attendanceCommands, attendanceEvents, attendanceQueries } from './attendance.ts';
import { commands, problems } from './commands.ts';
import { dueQueries } from './due.ts';
import { events } from './events.ts';
import { findQueries } from './find-queries.ts';
import { historyQueries } from './history.ts';
import { startQueries } from './queries.ts';
import { savedCommands, savedEvents, savedProblems, savedQueries } from './saved.ts';
import { snoozeCommands, snoozeProblems, snoozeQueries } from './snooze.ts';
import { tipQueries } from './tips.ts';
import { writtenProblems, writtenQueries } from './written.ts';

/** What all kinds of item have in common: lists, states, search, history. */
export const activityContract = /* @__PURE__ */ defineContract({
  name: 'activity',
  queries: {
    ...startQueries,
    ...findQueries,
    ...tipQueries,
    ...dueQueries,
    ...historyQueries,
    ...writtenQueries,
    ...attendanceQueries,
    ...savedQueries,
    ...snoozeQueries,
  },
  commands: {
    ...commands,
    ...attendanceCommands,
    ...savedCommands,
    ...snoozeCommands,
  },
  events: {
    ...events,
    ...attendanceEvents,
    ...savedEvents,
  },
  problems: {
    ...problems,
    ...savedProblems,
    ...snoozeProblems,
    ...writtenProblems,
  },
});
