export * from './auth.ts';
export * from './entities.ts';
export * from './names.ts';
export { PersonInfoSchema, InstanceSettingsSchema, type PersonInfo } from './administration.ts';
export {
  APP_SCOPES,
  AppPasswordSchema,
  MAX_APP_PASSWORDS,
  appPasswordCommands,
  appPasswordQueries,
  type AppPassword,
  type AppScope,
} from './app-passwords.ts';
export { MAX_AUDIT_ENTRIES, AuditEntrySchema, type AuditEntry } from './audit.ts';
export { AUDIT_KINDS, type AuditKind } from '../../kernel/index.ts';
export { FailedJobSchema, type FailedJob } from './jobs.ts';
export {
  BACKUP_CODES,
  MIN_WORD_IN_PASSWORD,
  MAX_PASSKEYS,
  MAX_PICTURE,
  PasskeySchema,
  SECURITY_CHANGES,
  SessionSchema,
  namesInPassword,
  type Passkey,
  type SecurityChange,
  type SessionInfo,
} from './security.ts';
export { events as accountEvents } from './events.ts';
export { GROUPS_KEY } from './groups-key.ts';
export {
  MAX_GROUPS,
  MAX_GROUP_NAME,
  MAX_MEMBERS,
  groupCommands,
  groupEvents,
  groupQueries,
  type Group,
} from './groups.ts';
export { healthContract, healthQueries, type Health } from './health.ts';
export {
  MENU_TYPES,
  MAX_MENU_ITEMS,
  MAX_MENU_NAME,
  MenuCodeAnswerSchema,
  MenuCodeSchema,
  type MenuItem,
  type MenuItemAbout,
  type MenuType,
  type OwnMenuItem,
} from './menu.ts';
export { isMenuPath, isMenuScheme, judgeMenuItem, partsOfMenuUrl, type MenuAllowed } from './menu-rules.ts';
// By group, for the server, where each group has its own handlers.
export { administrationCommands, administrationQueries } from './administration.ts';
export { auditQueries } from './audit.ts';
export { securityCommands, securityQueries } from './security.ts';
export { jobQueries, commands as jobCommands } from './jobs.ts';
export { menuCommands, menuEvents, menuQueries } from './menu.ts';
export { FilterBoxSchema, laterQueries as laterSessionQueries, type FilterBox } from './later-queries.ts';
export { startQueries as sessionQueries } from './queries.ts';
export { accountContract } from './contract.ts';
