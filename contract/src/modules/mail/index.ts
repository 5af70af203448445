export * from './entities.ts';
export { MOST_DETAILS } from './reading.ts';
export { UnreadableMailSchema, type UnreadableMail } from './quarantine.ts';
export { queries as mailQueries } from './queries.ts';
export { commands as mailCommands, problems as mailProblems } from './commands.ts';
export { events as mailEvents } from './events.ts';
// Designed in docs/design/mail-contract.md; each group goes into all.ts with its handlers.
export * from './written.ts';
export * from './written-html.ts';
export {
  MOST_UNDO_SECONDS,
  OUTGOING_STATES,
  OutgoingSchema,
  SEND_FAULTS,
  SENT_COPIES,
  SMTP_LOG_TYPES,
  sendingCommands,
  sendingEvents,
  sendingProblems,
  sendingQueries,
  type Outgoing,
} from './sending.ts';
export {
  DraftContentSchema,
  writingCommands,
  writingEvents,
  writingProblems,
  writingQueries,
  type DraftContent,
} from './writing.ts';
export { MOST_SUGGESTIONS, senderCommands, senderProblems, senderQueries } from './senders.ts';
export { MOST_THREAD, threadCommands, threadQueries } from './threads.ts';
export { NO_PREVIEW, previewProblems, previewQueries } from './previews.ts';
export {
  INVITATION_ANSWERS,
  UnsubscribeSchema,
  invitationCommands,
  invitationProblems,
  type Invitation,
} from './invitation.ts';
export { AuthenticationSchema, SignatureCheckSchema, checkCommands, checkProblems, checkQueries } from './checks.ts';
export {
  ATTENDED_MS,
  ATTEND_MS,
  teamworkCommands,
  teamworkEvents,
  teamworkProblems,
  teamworkQueries,
} from './teamwork.ts';
export { MOST_RULES, ruleCommands, ruleProblems, ruleQueries, type Rule } from './rules.ts';
export { absenceCommands, absenceProblems, absenceQueries } from './absence.ts';
export { transferCommands, transferProblems, transferQueries } from './transfer.ts';
