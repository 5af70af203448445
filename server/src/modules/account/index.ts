import { accountCommands, accountQueries } from '@kontor/contract/account';
import { bindCommands, bindQueries, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { authRoutes, type AuthParts } from './auth-routes.ts';
import { commandHandlers } from './commands.ts';
import { queryHandlers } from './queries.ts';

export { requireAdministrator, requireRight } from './access.ts';
export { createGate, loadPerson, type GateParts } from './gate.ts';
export { createHosts, type Hosts } from './hosts.ts';
export { createInstance, createInstanceDirectory, removeInstance, type InstanceDirectory } from './instances.ts';
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
export {
  boxesOf,
  filterUsers,
  findBoxByName,
  findUser,
  findUserByName,
  insertBox,
  isSessionOpen,
  knownUserIds,
  openSessionsAmong,
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
  queries: bindQueries(accountQueries, queryHandlers),
  commands: bindCommands(accountCommands, commandHandlers),
  jobs: {},
  routes: (http) => authRoutes(http, parts),
});
