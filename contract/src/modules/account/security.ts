import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand, defineQuery, filledText, text } from '../../kernel/index.ts';
import { PasswordSchema } from './names.ts';

/** How many backup codes are made at once; each replaces one code of the device, once. */
export const BACKUP_CODES = 10;
/** Passkeys that one person may have. */
export const MAX_PASSKEYS = 20;
/** Six digits of a device, or a backup code; spaces and hyphens are the reader's. */
export const SecondFactorSchema = v.pipe(
  text(40),
  v.transform((code) => code.replace(/[\s-]/g, '').toLowerCase()),
);

/** Shorter words are in half of all passwords by chance: `ben` is in `abend`. */
export const MIN_WORD_IN_PASSWORD = 4;
/** The words of names that a password must not have in it, in lower case. */
export const namesInPassword = (names: readonly string[]): string[] =>
  names
    .flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= MIN_WORD_IN_PASSWORD);

export const PasskeySchema = v.object({
  passkeyId: IdSchema,
  name: v.string(),
  /** ISO instants. */
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
  /** Whether the device keeps it in a backup of its maker, so that it outlives the device. */
  isBackedUp: v.boolean(),
});
export type Passkey = v.InferOutput<typeof PasskeySchema>;

/** Where an address is: this computer, the own network, a country (ISO 3166 alpha-2), or unknown. */
const PlaceSchema = v.variant('kind', [
  v.object({ kind: v.literal('here') }),
  v.object({ kind: v.literal('network') }),
  v.object({ kind: v.literal('country'), country: v.string() }),
  v.object({ kind: v.literal('unknown') }),
]);

/** What may have happened to how a person signs in, as it stands in `SecurityChange`. */
export const SECURITY_CHANGES = [
  'password',
  'twoFactorOn',
  'twoFactorOff',
  'backupCodes',
  'passkeyAdded',
  'passkeyRemoved',
  'appPasswordAdded',
  'appPasswordRemoved',
  'factorsReset',
  'email',
  'locked',
] as const;

/** What was done to how a person signs in: what, when, by whom, from where. */
export const SecurityChangeSchema = v.object({
  /** One of SECURITY_CHANGES; a newer server may know more. */
  change: v.string(),
  /** Name of the passkey or app password that it is about; empty for all else. */
  name: v.string(),
  /** ISO instant. */
  at: v.string(),
  /** By the person, in a session of their own; else by an administrator, by a link, or by a stranger. */
  isOwn: v.boolean(),
  program: v.string(),
  system: v.string(),
  address: v.string(),
  place: PlaceSchema,
});
export type SecurityChange = v.InferOutput<typeof SecurityChangeSchema>;

/** How the signed-in person signs in. */
export const security = defineQuery({
  name: 'account.security',
  params: NothingSchema,
  result: v.object({
    /** Where links to a new password are mailed to. */
    email: v.nullable(v.string()),
    passwordChangedAt: v.nullable(v.string()),
    twoFactor: v.nullable(v.object({ since: v.string(), backupCodesLeft: v.number() })),
    passkeys: v.array(PasskeySchema),
    /** What was done to it lately, the newest first. */
    changes: v.optional(v.array(SecurityChangeSchema), []),
  }),
  refreshOn: () => ['security'],
  example: {
    params: {},
    result: {
      email: 'anna@nordwerk.example',
      passwordChangedAt: '2026-10-02T07:30:00.000Z',
      twoFactor: { since: '2026-10-02T07:31:00.000Z', backupCodesLeft: 10 },
      passkeys: [
        {
          passkeyId: 3,
          name: 'Notebook',
          createdAt: '2026-10-03T09:00:00.000Z',
          lastUsedAt: null,
          isBackedUp: true,
        },
      ],
      changes: [
        {
          change: 'passkeyAdded',
          name: 'Notebook',
          at: '2026-10-03T09:00:00.000Z',
          isOwn: true,
          program: 'Firefox 145',
          system: 'Windows',
          address: '192.168.2.17',
          place: { kind: 'network' },
        },
      ],
    },
  },
});

export const SessionSchema = v.object({
  sessionId: v.string(),
  /** Whether it is the one that asks. */
  isCurrent: v.boolean(),
  /** Program and system as people call them, as far as they can be told: `Firefox 145`, `Windows`. */
  program: v.string(),
  system: v.string(),
  /** Address of the last use. */
  address: v.string(),
  place: PlaceSchema,
  /** How it was begun. */
  signedInBy: v.picklist(['password', 'twoFactor', 'passkey']),
  createdAt: v.string(),
  lastUsedAt: v.string(),
  expiresAt: v.string(),
  /** What the app has said of itself last: whether it is looked at, since when, and what it is. Null for what says nothing, as scripts. */
  app: v.nullable(
    v.object({
      state: v.picklist(['foreground', 'background']),
      at: v.string(),
      platform: v.string(),
      browser: v.string(),
      version: v.string(),
    }),
  ),
});
export type SessionInfo = v.InferOutput<typeof SessionSchema>;

/** The open sessions of the signed-in person, the last used first. */
export const sessions = defineQuery({
  name: 'account.sessions',
  params: NothingSchema,
  result: v.array(SessionSchema),
  refreshOn: () => ['sessions'],
  example: {
    params: {},
    result: [
      {
        sessionId: '8f2c9f0e-54f9-4f2e-9f86-1ad1c2b6a001',
        isCurrent: true,
        program: 'Firefox 145',
        system: 'Windows',
        address: '192.168.2.17',
        place: { kind: 'network' },
        signedInBy: 'twoFactor',
        createdAt: '2026-11-20T07:00:00.000Z',
        lastUsedAt: '2026-11-21T08:00:00.000Z',
        expiresAt: '2026-12-05T08:00:00.000Z',
        app: {
          state: 'background',
          at: '2026-11-21T07:58:00.000Z',
          platform: 'web',
          browser: 'Firefox 145',
          version: '0.0.671',
        },
      },
    ],
  },
});

/** Ends a session of one's own: its next request is refused and its real-time connection closed. */
export const endSession = defineCommand({
  name: 'account.endSession',
  params: v.strictObject({ sessionId: v.pipe(v.string(), v.toLowerCase(), v.uuid()) }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  example: { params: { sessionId: '8f2c9f0e-54f9-4f2e-9f86-1ad1c2b6a001' }, result: {} },
});

/** Ends all sessions of one's own but the one that asks. */
export const endOtherSessions = defineCommand({
  name: 'account.endOtherSessions',
  params: NothingSchema,
  result: v.object({ count: v.number() }),
  example: { params: {}, result: { count: 2 } },
});

/** Changes the own password. `PASSWORD_TOO_EASY` for one that is known or contains a name. */
export const changePassword = defineCommand({
  name: 'account.changePassword',
  params: v.strictObject({ newPassword: PasswordSchema, endOtherSessions: v.optional(v.boolean(), true) }),
  result: NothingSchema,
  errors: ['PASSWORD_TOO_EASY'],
  secret: true,
  proof: true,
  example: {
    params: { newPassword: 'quite another one', endOtherSessions: true },
    result: {},
  },
});

/** Begins to set two-factor authentication up: the secret is shown to the person and asked back as a code. Enables nothing yet. */
export const startTwoFactor = defineCommand({
  name: 'account.startTwoFactor',
  params: NothingSchema,
  /** `uri` (otpauth) is what the QR code holds; `secret` (base32) is for typing. */
  result: v.object({ secret: v.string(), uri: v.string() }),
  errors: ['TWO_FACTOR_ON'],
  secret: true,
  proof: true,
  example: {
    params: {},
    result: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Demo:anna?issuer=Demo&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
    },
  },
});

/** Enables two-factor authentication by a code of the device, and returns the backup codes, which nobody can read again. */
export const confirmTwoFactor = defineCommand({
  name: 'account.confirmTwoFactor',
  params: v.strictObject({ code: SecondFactorSchema }),
  result: v.object({ backupCodes: v.array(v.string()) }),
  errors: ['CODE_WRONG', 'TWO_FACTOR_NOT_STARTED', 'TWO_FACTOR_ON'],
  secret: true,
  proof: true,
  example: { params: { code: '492 039' }, result: { backupCodes: ['7hk2m-9qxwa', 'c4nrt-83bdz'] } },
});

/** Makes ten new backup codes; the old ones are void. */
export const renewBackupCodes = defineCommand({
  name: 'account.renewBackupCodes',
  params: NothingSchema,
  result: v.object({ backupCodes: v.array(v.string()) }),
  errors: ['TWO_FACTOR_OFF'],
  secret: true,
  proof: true,
  example: { params: {}, result: { backupCodes: ['7hk2m-9qxwa', 'c4nrt-83bdz'] } },
});

/** Disables two-factor authentication. */
export const stopTwoFactor = defineCommand({
  name: 'account.stopTwoFactor',
  params: NothingSchema,
  result: NothingSchema,
  errors: ['TWO_FACTOR_OFF'],
  proof: true,
  example: { params: {}, result: {} },
});

export const renamePasskey = defineCommand({
  name: 'account.renamePasskey',
  params: v.strictObject({ passkeyId: IdSchema, name: filledText(100) }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  example: { params: { passkeyId: 3, name: 'Notebook' }, result: {} },
});

/** Removes a passkey of one's own. */
export const removePasskey = defineCommand({
  name: 'account.removePasskey',
  params: v.strictObject({ passkeyId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  proof: true,
  example: { params: { passkeyId: 3 }, result: {} },
});

/** Longest picture that is taken, in base64 characters (1 MiB of bytes). */
export const MAX_PICTURE = 1_400_000;

/** Sets or (null) removes the own picture: PNG, JPEG, WebP, GIF or AVIF, made anew as a square. `PICTURE_UNREADABLE` for what is none. */
export const setAvatar = defineCommand({
  name: 'account.setAvatar',
  params: v.strictObject({
    picture: v.nullable(v.strictObject({ data: v.pipe(text(MAX_PICTURE), v.base64()) })),
  }),
  /** As in `User.avatar`. */
  result: v.object({ avatar: v.nullable(v.string()) }),
  errors: ['PICTURE_UNREADABLE'],
  example: { params: { picture: null }, result: { avatar: null } },
});

/** A person's picture. `User.avatar` is the address of this query, so a picture element can show it; `version` makes every picture an address of its own. */
export const avatar = defineQuery({
  name: 'account.avatar',
  params: v.strictObject({ userId: IdSchema, version: v.pipe(text(64), v.regex(/^[0-9a-f]{8,64}$/)) }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  bytes: true,
  refreshOn: () => [],
  example: { params: { userId: 1, version: '3f8a1c09d2e4b517' }, result: {} },
});

export const securityQueries = { security, sessions, avatar } as const;
export const securityCommands = {
  endSession,
  endOtherSessions,
  changePassword,
  startTwoFactor,
  confirmTwoFactor,
  renewBackupCodes,
  stopTwoFactor,
  renamePasskey,
  removePasskey,
  setAvatar,
} as const;
export const securityProblems = {
  /** Not 401 or 403: the session is good, one field of the form is not. */
  PROOF_WRONG: 422,
  PASSWORD_TOO_EASY: 422,
  CODE_WRONG: 422,
  TWO_FACTOR_ON: 422,
  TWO_FACTOR_OFF: 422,
  TWO_FACTOR_NOT_STARTED: 422,
  PASSKEY_INVALID: 422,
  /** One that is no longer needed has to be removed first. */
  TOO_MANY_PASSKEYS: 422,
  LINK_INVALID: 422,
  PICTURE_UNREADABLE: 422,
} as const;
