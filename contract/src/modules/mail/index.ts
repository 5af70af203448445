export * from './entities.ts';
export {
  MailDetailSchema,
  MailExtrasSchema,
  SendStateSchema,
  mailExtras,
  sendStateOf,
  type MailDetail,
  type MailExtras,
  type SendState,
} from './detail.ts';
export { OUTGOING_STATES, OutgoingSchema, SEND_FAULTS, SMTP_LOG_TYPES, type Outgoing } from './outgoing.ts';
export { MAX_DETAILS } from './reading.ts';
export { UnreadableMailSchema, type UnreadableMail } from './quarantine.ts';
export { queries as mailQueries } from './queries.ts';
export { commands as mailCommands, problems as mailProblems } from './commands.ts';
export { events as mailEvents } from './events.ts';
// Designed in docs/design/mail-contract.md; each group goes into all.ts with its handlers.
export * from './written.ts';
export { MAX_UNDO_SECONDS, sendingCommands, sendingEvents, sendingProblems, sendingQueries } from './sending.ts';
export {
  DraftContentSchema,
  writingCommands,
  writingEvents,
  writingProblems,
  writingQueries,
  type DraftContent,
  type DraftLine,
  type PreparedAnswer,
  type SendingAccount,
  type Signature,
} from './writing.ts';
export { MAX_SUGGESTIONS, senderCommands, senderProblems, senderQueries, type AddressSuggestion } from './senders.ts';
export { MAX_THREAD, threadCommands, threadQueries } from './threads.ts';
export { AttachedMailSchema, MAILS_WITH_FILES, previewQueries } from './previews.ts';
export {
  INVITATION_ANSWERS,
  UnsubscribeSchema,
  invitationCommands,
  invitationProblems,
  type Invitation,
} from './invitation.ts';
export {
  AUTH_RESULTS,
  AuthenticationSchema,
  SignatureCheckSchema,
  dkimCommands,
  dkimProblems,
  dkimQueries,
  originCommands,
  originProblems,
  originQueries,
  type Authentication,
  type SignatureCheck,
} from './checks.ts';
export {
  MAX_COMMENT,
  MAX_MENTIONS,
  MAX_RIGHTS,
  handoverQueries,
  teamworkCommands,
  teamworkEvents,
  teamworkProblems,
  teamworkQueries,
} from './teamwork.ts';
export {
  MAX_RULES,
  RULE_COMPARISONS,
  RULE_FACTS,
  RULE_TEXTS,
  ruleCommands,
  ruleProblems,
  ruleQueries,
  type Rule,
  type RuleAction,
  type RuleCondition,
} from './rules.ts';
export { absenceCommands, absenceProblems, absenceQueries } from './absence.ts';
export { IMPORT_FORMATS, transferCommands, transferEvents, transferProblems, transferQueries } from './transfer.ts';
export { mailContract } from './contract.ts';
