import {
  bitsToRights,
  RIGHTS,
  type PersonInfo,
  type administrationCommands,
  type administrationQueries,
} from '@kontor/contract/account';
import type { CommandHandlers, QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { isPhoneCountry, phoneCountries } from '../../platform/phone/numbers.ts';
import type { Bus } from '../../platform/realtime/bus.ts';
import { revokeAppPasswords } from './app-passwords.ts';
import { requireAdministrator, requireAnotherAdministrator } from './access.ts';
import { makeLink, type LinkParts } from './links.ts';
import { mailChange } from './mailing.ts';
import {
  announce,
  announceInstance,
  changeNames,
  changeRights,
  isNameTaken,
  personOf,
  setActive,
  setUnlocked,
  welcomePerson,
} from './people.ts';
import { phoneCountryIn, usesMailNumbers, type OnPhoneCountry } from './phone-country.ts';
import { endSessions } from './sessions.ts';
import { findInstanceRow, setOwnInstance, toUser } from './store.ts';
import { readPeopleInfo, removeFactors, type PersonInfoRow } from './store/people.ts';
import { tellSignIn } from './telling.ts';

export interface AdministrationParts extends LinkParts {
  readonly bus: Bus;
  readonly onPhoneCountry: OnPhoneCountry;
}

const toPersonInfo = (row: PersonInfoRow): PersonInfo => {
  const rights = bitsToRights(row.rights);
  return {
    ...toUser(row),
    email: row.email,
    rights: RIGHTS.filter((right) => rights[right]),
    isAdministrator: row.is_administrator,
    isActive: row.is_active,
    isUnlocked: row.is_unlocked,
    hasPassword: row.password_hash !== null,
    hasTwoFactor: row.has_two_factor,
    passkeys: row.passkeys,
    openSessions: row.open_sessions,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    linkUntil: row.link_until?.toISOString() ?? null,
  };
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const administrationQueryHandlers = (
  parts: AdministrationParts,
): QueryHandlers<typeof administrationQueries> => ({
  async people(ctx) {
    requireAdministrator(ctx);
    return (await readPeopleInfo(ctx.db, ctx.instance.id, new Date(ctx.now()))).map(toPersonInfo);
  },

  async instanceSettings(ctx) {
    requireAdministrator(ctx);
    const { title, settings } = await findInstanceRow(ctx.db, ctx.instance.id);
    return {
      title,
      dataProtectionUrl: textOf(settings['dataProtectionUrl']),
      imprintUrl: textOf(settings['imprintUrl']),
      phoneCountry: phoneCountryIn(settings),
      mailNumbers: usesMailNumbers(settings),
      phoneCountries: [...phoneCountries()],
      canMail: parts.mailer.isOn,
    };
  },
});

export const administrationCommandHandlers = (
  parts: AdministrationParts,
): CommandHandlers<typeof administrationCommands> => ({
  async invite(ctx, person) {
    requireAdministrator(ctx);
    const userId = await welcomePerson(ctx, { ...person, password: null }).catch((error: unknown) => {
      if (isNameTaken(error)) return fail('USER_NAME_TAKEN');
      throw error;
    });
    return { userId, ...(await makeLink(ctx, parts, { userId, kind: 'invitation', madeBy: ctx.person.id })) };
  },

  async sendLink(ctx, { userId, kind }) {
    requireAdministrator(ctx);
    const { user_name: subject, is_active } = await personOf(ctx, userId);
    if (!is_active) return fail('NOT_FOUND');
    const made = await makeLink(ctx, parts, { userId, kind, madeBy: ctx.person.id });
    ctx.audit({ kind: 'link.made', subject, details: { link: kind, mailed: made.mailed ? 'yes' : 'no' } });
    announce(ctx, userId);
    return { userId, ...made };
  },

  async savePerson(ctx, { userId, rights, isAdministrator, ...names }) {
    requireAdministrator(ctx);
    if (!isAdministrator) await requireAnotherAdministrator(ctx, userId);
    await changeNames(ctx, userId, names);
    await changeRights(ctx, userId, { rights, isAdministrator });
    return {};
  },

  async setUnlocked(ctx, { userId, isUnlocked }) {
    requireAdministrator(ctx);
    if (!isUnlocked) await requireAnotherAdministrator(ctx, userId);
    await setUnlocked(ctx, userId, isUnlocked);
    return {};
  },

  async setActive(ctx, { userId, isActive }) {
    requireAdministrator(ctx);
    if (!isActive) await requireAnotherAdministrator(ctx, userId);
    await setActive(ctx, userId, isActive);
    return {};
  },

  async endSessionsOf(ctx, { userId }) {
    requireAdministrator(ctx);
    const { user_name: userName } = await personOf(ctx, userId);
    const count = await endSessions(ctx, parts.bus, { id: userId, userName });
    await revokeAppPasswords(ctx, { id: userId, userName });
    announce(ctx, userId);
    return { count };
  },

  async resetFactors(ctx, { userId }) {
    requireAdministrator(ctx);
    const { user_name: userName } = await personOf(ctx, userId);
    await revokeAppPasswords(ctx, { id: userId, userName });
    const { twoFactor, passkeys } = await removeFactors(ctx.db, ctx.instance.id, userId);
    const details = { change: 'reset', twoFactor: twoFactor ? 'yes' : 'no', passkeys: String(passkeys) };
    ctx.audit({ kind: 'factor.changed', subject: userName, details });
    await endSessions(ctx, parts.bus, { id: userId, userName });
    await tellSignIn(ctx, userId, ['security']);
    await mailChange(ctx, userId, 'factorsReset');
    return {};
  },

  async saveInstanceSettings(ctx, { title, phoneCountry, mailNumbers, ...links }) {
    requireAdministrator(ctx);
    if (phoneCountry !== undefined && !isPhoneCountry(phoneCountry)) return fail('COUNTRY_UNKNOWN');
    const before = await findInstanceRow(ctx.db, ctx.instance.id);
    const known = phoneCountryIn(before.settings);
    const was: Readonly<Record<string, unknown>> = {
      ...before.settings,
      title: before.title,
      phoneCountry: known,
      mailNumbers: usesMailNumbers(before.settings),
    };
    const settings = {
      ...links,
      phoneCountry: phoneCountry ?? known,
      mailNumbers: mailNumbers ?? usesMailNumbers(before.settings),
    };
    const changed = Object.entries({ title, ...settings }).filter(([name, value]) => (was[name] ?? null) !== value);
    if (changed.length === 0) return {};
    await setOwnInstance(ctx.db, title, settings);
    if (settings.phoneCountry !== known) await parts.onPhoneCountry(ctx);
    const details = Object.fromEntries(changed.map(([name, value]) => [name, String(value ?? '')]));
    ctx.audit({ kind: 'instance.changed', subject: ctx.instance.name, details });
    announceInstance(ctx);
    return {};
  },
});
