import { accountContract } from '@kontor/contract/account';
import { bindContract, type ModuleManifest } from '../../platform/operation/manifest.ts';
import { ImageCleaner } from '../../platform/images/index.ts';
import { administrationCommandHandlers, administrationQueryHandlers } from './administration.ts';
import { appPasswordCommandHandlers, appPasswordQueryHandlers } from './app-passwords.ts';
import { auditHandlers } from './audit-queries.ts';
import { authRoutes } from './auth-routes.ts';
import { codeRoutes } from './code-routes.ts';
import { pictureJobs } from './avatars.ts';
import { groupCommandHandlers, groupQueryHandlers, type OnGroupMembers } from './groups.ts';
import { commandHandlers } from './commands.ts';
import { mailingJobs } from './mail-jobs.ts';
import { linkRoutes } from './link-routes.ts';
import { menuRoutes } from './menu-routes.ts';
import { menuCommandHandlers, menuQueryHandlers } from './menu.ts';
import { type MenuParts } from './menu-codes.ts';
import type { AuthParts } from './parts.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { proofRoutes } from './proof-routes.ts';
import type { OnPhoneCountry } from './phone-country.ts';
import { queryHandlers } from './queries.ts';
import { securityCommandHandlers, securityQueryHandlers } from './security.ts';
import { startSweep } from './sweep.ts';

export { createAppGate, type AppGate } from './app-passwords.ts';
export { requireAdministrator, requireRight } from './access.ts';
export { auditFile, toAuditEntry, verifyChain } from './audit-log.ts';
export { deviceOf } from './devices.ts';
export { initialsFor, namesFor, usersFor, type DirectoryCaller } from './directory.ts';
export { createGate, loadPerson, type GateParts } from './gate.ts';
export {
  changeGroup,
  createGroup,
  deleteGroup,
  filterUsersAndGroups,
  type GroupAbout,
  type OnGroupMembers,
} from './groups.ts';
export { healthModule } from './health.ts';
export { createHosts, originOfInstance, type Hosts } from './hosts.ts';
export {
  createInstance,
  createInstanceDirectory,
  instanceAt,
  removeInstance,
  type InstanceDirectory,
} from './instances.ts';
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
export { phoneCountryIn, phoneCountryOf, usesMailNumbers, type OnPhoneCountry } from './phone-country.ts';
export { timeZoneOf, toFailedJob } from './queries.ts';
export {
  groupsOfPerson,
  insertGroup,
  knownGroupIds,
  lockGroups as holdGroups,
  meantGroups,
  membersOf,
  membersOfGroups,
  readGroups,
  setGroupMembers,
  type GroupRow,
} from './store/groups.ts';
export { readEntriesBefore, type AuditFilter } from './store/audit.ts';
export {
  administratorIds,
  boxesOf,
  filterUsers,
  findBoxByName,
  findInstanceRow,
  findUser,
  findUserByName,
  insertBox,
  knownUserIds,
  namesOf,
  peopleAmong,
  readInstances,
  holdBox,
  readPeople,
  avatarAddress,
  setBoxMembers,
  setOwnInstance,
  updateBox,
  type PersonRow,
} from './store.ts';
export { accountStored } from './stored.ts';
export { requireProof } from './proofs.ts';
export { lendToken } from './sessions.ts';
export { openSessionsAmong } from './store/sessions.ts';
export { noteApp } from './telling.ts';
export { admit, countingContext, wasRight } from './throttle.ts';

/** Sign-in, people and their rights, instances, boxes. */
export function accountModule(
  parts: AuthParts & {
    readonly menu: MenuParts;
    readonly onGroupMembers: OnGroupMembers;
    readonly onPhoneCountry: OnPhoneCountry;
  },
): ModuleManifest {
  const images = new ImageCleaner();
  return {
    ...bindContract(accountContract, {
      queries: {
        ...queryHandlers,
        ...securityQueryHandlers,
        ...appPasswordQueryHandlers,
        ...administrationQueryHandlers(parts),
        ...auditHandlers(parts.platform.now),
        ...menuQueryHandlers(parts.menu),
        ...groupQueryHandlers,
      },
      commands: {
        ...commandHandlers,
        ...securityCommandHandlers({ ...parts, images }),
        ...appPasswordCommandHandlers,
        ...administrationCommandHandlers(parts),
        ...menuCommandHandlers(parts.menu),
        ...groupCommandHandlers(parts.onGroupMembers),
      },
    }),
    jobs: { ...mailingJobs(parts), ...pictureJobs(parts.isBlobUsed) },
    routes: (http) => {
      authRoutes(http, parts);
      passkeyRoutes(http, parts);
      proofRoutes(http, parts);
      codeRoutes(http, parts);
      linkRoutes(http, parts);
      menuRoutes(http, parts);
    },
    services: [async () => images, async (platform) => startSweep(platform, parts.directory.all)],
  };
}
