import * as v from 'valibot';
import {
  IdSchema,
  NothingSchema,
  defineCommand,
  defineQuery,
  filledText,
  takingAnswer,
  text,
} from '../../kernel/index.ts';
import { LINK_KINDS } from './auth.ts';
import { RIGHTS, UserSchema } from './entities.ts';
import { UserNameSchema } from './names.ts';

const rights = v.pipe(v.array(v.picklist(RIGHTS)), v.maxLength(RIGHTS.length));
const email = v.nullable(v.pipe(text(320), v.trim(), v.email()));
const details = {
  firstName: v.optional(v.pipe(text(100), v.trim()), ''),
  lastName: v.optional(v.pipe(text(100), v.trim()), ''),
  email,
  rights,
  isAdministrator: v.optional(v.boolean(), false),
};
const byPerson = { userId: IdSchema };

/** A person of the instance as its administrators see them. */
export const PersonInfoSchema = v.object({
  ...UserSchema.entries,
  email: v.nullable(v.string()),
  rights: v.array(v.picklist(RIGHTS)),
  isAdministrator: v.boolean(),
  /** False for who has left: no sign-in, not offered in filters; what they have stays. */
  isActive: v.boolean(),
  isUnlocked: v.boolean(),
  hasPassword: v.boolean(),
  hasTwoFactor: v.boolean(),
  passkeys: v.number(),
  openSessions: v.number(),
  /** ISO instants. */
  lastUsedAt: v.nullable(v.string()),
  /** Until when the last link (invitation or new password) can be used; null where none is open. */
  linkUntil: v.nullable(v.string()),
});
export type PersonInfo = v.InferOutput<typeof PersonInfoSchema>;

const ben: PersonInfo = {
  id: 2,
  userName: 'ben',
  firstName: 'Ben',
  lastName: 'Carstens',
  initial: 'BC',
  avatar: null,
  email: 'ben@nordwerk.example',
  rights: ['mailList', 'createMail'],
  isAdministrator: false,
  isActive: true,
  isUnlocked: true,
  hasPassword: true,
  hasTwoFactor: false,
  passkeys: 0,
  openSessions: 1,
  lastUsedAt: '2026-11-21T08:00:00.000Z',
  linkUntil: null,
};

/** Everybody in the instance, those who left last. For administrators, like all that follows. */
export const people = defineQuery({
  name: 'account.people',
  params: NothingSchema,
  result: v.array(PersonInfoSchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['people'],
  example: { params: {}, result: [ben] },
});

/**
 * A link was made. `mailed`: it is on its way to the person; else `link` is what the administrator hands over, and cannot be asked for again.
 */
const LinkMadeSchema = v.object({
  userId: IdSchema,
  mailed: v.boolean(),
  link: v.nullable(v.string()),
  expiresAt: v.string(),
});
const linkMade = { userId: 2, mailed: true, link: null, expiresAt: '2026-11-28T08:00:00.000Z' };

/** Adds a person without a password, who sets one by the link of the invitation. */
export const invite = defineCommand({
  name: 'account.invite',
  params: v.strictObject({ userName: UserNameSchema, ...details }),
  result: LinkMadeSchema,
  errors: ['RIGHT_MISSING', 'USER_NAME_TAKEN'],
  secret: true,
  proof: true,
  example: {
    params: {
      userName: 'ben',
      firstName: 'Ben',
      lastName: 'Carstens',
      email: 'ben@nordwerk.example',
      rights: ['mailList', 'createMail'],
      isAdministrator: false,
    },
    result: linkMade,
  },
});

/** Makes a new link for a person; one that is open is void. `reset` leaves sessions and password as they are until it is used. */
export const sendLink = defineCommand({
  name: 'account.sendLink',
  params: v.strictObject({ ...byPerson, kind: v.picklist(LINK_KINDS) }),
  result: LinkMadeSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  secret: true,
  proof: true,
  example: { params: { userId: 2, kind: 'reset' }, result: linkMade },
});

/** Changes names, address, rights and role. The last administrator who can sign in stays one: LAST_ADMINISTRATOR, here and below. */
export const savePerson = defineCommand({
  name: 'account.savePerson',
  params: v.strictObject({ ...byPerson, ...details }),
  result: NothingSchema,
  errors: ['LAST_ADMINISTRATOR', 'NOT_FOUND', 'RIGHT_MISSING'],
  proof: true,
  example: {
    params: {
      userId: 2,
      firstName: 'Ben',
      lastName: 'Carstens',
      email: null,
      rights: ['mailList'],
      isAdministrator: false,
    },
    result: {},
  },
});

/** Lets a person sign in or no longer. Locking ends their sessions at once. */
export const setUnlocked = defineCommand({
  name: 'account.setUnlocked',
  params: v.strictObject({ ...byPerson, isUnlocked: v.boolean() }),
  result: NothingSchema,
  errors: ['LAST_ADMINISTRATOR', 'NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { userId: 2, isUnlocked: false }, result: {} },
});

/** Takes a person out of the instance, or back in. Leaving ends their sessions at once; what they have stays. */
export const setActive = defineCommand({
  name: 'account.setActive',
  params: v.strictObject({ ...byPerson, isActive: v.boolean() }),
  result: NothingSchema,
  errors: ['LAST_ADMINISTRATOR', 'NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { userId: 2, isActive: false }, result: {} },
});

/** Ends all sessions of a person, as where a device was lost. */
export const endSessionsOf = defineCommand({
  name: 'account.endSessionsOf',
  params: v.strictObject(byPerson),
  result: v.object({ count: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { userId: 2 }, result: { count: 1 } },
});

/** Takes two-factor authentication and all passkeys from a person who has lost them, and ends their sessions. */
export const resetFactors = defineCommand({
  name: 'account.resetFactors',
  params: v.strictObject(byPerson),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  proof: true,
  example: { params: { userId: 2 }, result: {} },
});

const webAddress = v.nullable(v.pipe(text(500), v.trim(), v.url(), v.regex(/^https?:\/\//i, 'URL_INVALID')));
export const InstanceSettingsSchema = v.strictObject({
  title: filledText(200),
  /** Shown on the sign-in screen. */
  dataProtectionUrl: webAddress,
  imprintUrl: webAddress,
  /** Whose phone numbers are written without their code (ISO 3166); left out: it stays as it is, and is DE where nobody has said. */
  phoneCountry: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
  /** Whether signatures and cards of mails say whose phone numbers are whose; left out: as it is, and they do where nobody has said. */
  mailNumbers: v.optional(v.boolean()),
});

const InstanceSettingsAnswerSchema = v.object({
  ...InstanceSettingsSchema.entries,
  title: v.string(),
  phoneCountry: v.string(),
  mailNumbers: v.boolean(),
  /** Those that can be chosen. */
  phoneCountries: v.array(v.string()),
  canMail: v.boolean(),
});

export const instanceSettings = defineQuery({
  name: 'account.instanceSettings',
  params: NothingSchema,
  result: InstanceSettingsAnswerSchema,
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['session'],
  example: {
    params: {},
    result: {
      title: 'Nordwerk',
      dataProtectionUrl: 'https://nordwerk.example/datenschutz',
      imprintUrl: null,
      phoneCountry: 'DE',
      mailNumbers: true,
      phoneCountries: ['AT', 'CH', 'DE'],
      canMail: true,
    },
  },
});

export const saveInstanceSettings = defineCommand({
  name: 'account.saveInstanceSettings',
  params: takingAnswer(InstanceSettingsSchema.entries, InstanceSettingsAnswerSchema),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'COUNTRY_UNKNOWN'],
  example: {
    params: {
      title: 'Nordwerk',
      dataProtectionUrl: 'https://nordwerk.example/datenschutz',
      imprintUrl: null,
      phoneCountry: 'DE',
      mailNumbers: true,
    },
    result: {},
  },
});

export const administrationQueries = { people, instanceSettings } as const;
export const administrationCommands = {
  invite,
  sendLink,
  savePerson,
  setUnlocked,
  setActive,
  endSessionsOf,
  resetFactors,
  saveInstanceSettings,
} as const;
export const administrationProblems = { USER_NAME_TAKEN: 422, LAST_ADMINISTRATOR: 422, COUNTRY_UNKNOWN: 422 } as const;
