import { administrationCommands, administrationProblems, administrationQueries } from './administration.ts';
import { auditQueries } from './audit.ts';
import { commands as jobCommands, jobQueries } from './jobs.ts';
import { laterQueries } from './later-queries.ts';
import { startQueries } from './queries.ts';
import { securityCommands, securityProblems, securityQueries } from './security.ts';

export * from './auth.ts';
export * from './entities.ts';
export * from './names.ts';
export { PersonInfoSchema, InstanceSettingsSchema, type PersonInfo } from './administration.ts';
export { MOST_AUDIT_ENTRIES, AuditEntrySchema, type AuditEntry } from './audit.ts';
export { AUDIT_KINDS, type AuditKind } from '../../kernel/index.ts';
export { FailedJobSchema, type FailedJob } from './jobs.ts';
export {
  BACKUP_CODES,
  LEAST_WORD_IN_PASSWORD,
  MOST_PASSKEYS,
  MOST_PICTURE,
  PasskeySchema,
  SessionSchema,
  namesInPassword,
  type Passkey,
  type SessionInfo,
} from './security.ts';
export { events as accountEvents } from './events.ts';
export { healthQueries, type Health } from './health.ts';
// By group, for the server, where each group has its own handlers.
export { administrationCommands, administrationQueries } from './administration.ts';
export { auditQueries } from './audit.ts';
export { securityCommands, securityQueries } from './security.ts';
export { jobQueries, commands as jobCommands } from './jobs.ts';
export { FilterBoxSchema, laterQueries as laterSessionQueries, type FilterBox } from './later-queries.ts';
export { startQueries as sessionQueries } from './queries.ts';

export const accountQueries = {
  ...startQueries,
  ...laterQueries,
  ...jobQueries,
  ...securityQueries,
  ...administrationQueries,
  ...auditQueries,
} as const;
export const accountCommands = { ...jobCommands, ...securityCommands, ...administrationCommands } as const;
export const accountProblems = { ...securityProblems, ...administrationProblems } as const;
