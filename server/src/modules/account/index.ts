import { auditQueries, jobCommands, sessionQueries } from '@kontor/contract/account';
import { bindCommands, bindQueries, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { authRoutes, type AuthParts } from './auth-routes.ts';
import { auditHandlers } from './audit-queries.ts';
import { commandHandlers } from './commands.ts';
import { mailingJobs } from './mailing.ts';
import { queryHandlers } from './queries.ts';

export { requireAdministrator, requireRight } from './access.ts';
export { auditFile, toAuditEntry, verifyChain } from './audit-log.ts';
export { createGate, loadPerson, type GateParts } from './gate.ts';
export { createHosts, originOfInstance, type Hosts } from './hosts.ts';
export { createInstance, createInstanceDirectory, removeInstance, type InstanceDirectory } from './instances.ts';
export { makeLink, type LinkMade, type LinkParts } from './links.ts';
export { generatePassword } from './passwords.ts';
export {
  addPerson,
  changeRights,
  isNameTaken,
  setActive,
  setPassword,
  setUnlocked,
  welcomePerson,
  type NewPerson,
} from './people.ts';
export { LIST_RIGHTS, timeZoneOf, toFailedJob } from './queries.ts';
export { readEntriesBefore, type AuditFilter } from './store/audit.ts';
export {
  administratorIds,
  boxesOf,
  filterUsers,
  findBoxByName,
  findUser,
  findUserByName,
  insertBox,
  isSessionOpen,
  knownUserIds,
  readInstances,
  holdBox,
  readPeople,
  setBoxMembers,
  updateBox,
  type PersonRow,
} from './store.ts';

/** Sign-in, people and their rights, instances, boxes. */
export const accountModule = (parts: AuthParts): ModuleManifest => ({
  name: 'account',
  queries: [
    ...bindQueries(sessionQueries, queryHandlers),
    ...bindQueries(auditQueries, auditHandlers(parts.platform.now)),
  ],
  commands: bindCommands(jobCommands, commandHandlers),
  jobs: mailingJobs(parts),
  routes: (http) => authRoutes(http, parts),
});
