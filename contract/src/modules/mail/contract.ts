import { defineContract } from '../../kernel/index.ts';
import { absenceCommands, absenceProblems, absenceQueries } from './absence.ts';
import { dkimCommands, dkimProblems, dkimQueries, originCommands, originProblems, originQueries } from './checks.ts';
import { commands, problems } from './commands.ts';
import { events } from './events.ts';
import { invitationCommands, invitationProblems } from './invitation.ts';
import { previewQueries } from './previews.ts';
import { queries } from './queries.ts';
import { ruleCommands, ruleProblems, ruleQueries } from './rules.ts';
import { senderCommands, senderProblems, senderQueries } from './senders.ts';
import { sendingCommands, sendingEvents, sendingProblems, sendingQueries } from './sending.ts';
import { handoverQueries, teamworkCommands, teamworkEvents, teamworkProblems, teamworkQueries } from './teamwork.ts';
import { threadCommands, threadQueries } from './threads.ts';
import { transferCommands, transferEvents, transferProblems, transferQueries } from './transfer.ts';
import { writingCommands, writingEvents, writingProblems, writingQueries } from './writing.ts';

/** Mail: mailboxes, reading, writing, sending, working on it together. */
export const mailContract = /* @__PURE__ */ defineContract({
  name: 'mail',
  queries: {
    ...queries,
    ...sendingQueries,
    ...dkimQueries,
    ...writingQueries,
    ...senderQueries,
    ...threadQueries,
    ...previewQueries,
    ...originQueries,
    ...transferQueries,
    ...ruleQueries,
    ...teamworkQueries,
    ...handoverQueries,
    ...absenceQueries,
  },
  commands: {
    ...commands,
    ...sendingCommands,
    ...dkimCommands,
    ...writingCommands,
    ...senderCommands,
    ...threadCommands,
    ...originCommands,
    ...transferCommands,
    ...invitationCommands,
    ...ruleCommands,
    ...teamworkCommands,
    ...absenceCommands,
  },
  events: {
    ...events,
    ...sendingEvents,
    ...writingEvents,
    ...transferEvents,
    ...teamworkEvents,
  },
  problems: {
    ...problems,
    ...sendingProblems,
    ...dkimProblems,
    ...writingProblems,
    ...senderProblems,
    ...originProblems,
    ...transferProblems,
    ...invitationProblems,
    ...ruleProblems,
    ...teamworkProblems,
    ...absenceProblems,
  },
});
