import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand, defineQuery, filledText } from '../../kernel/index.ts';

/** App passwords that one person may have. */
export const MAX_APP_PASSWORDS = 20;
/** What an app password may be good for. */
export const APP_SCOPES = ['calendar'] as const;
export type AppScope = (typeof APP_SCOPES)[number];

export const AppPasswordSchema = v.object({
  appPasswordId: IdSchema,
  name: v.string(),
  scope: v.picklist(APP_SCOPES),
  /** ISO instants. */
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
});
export type AppPassword = v.InferOutput<typeof AppPasswordSchema>;

const example = {
  appPasswordId: 4,
  name: 'Telefon',
  scope: 'calendar' as const,
  createdAt: '2026-11-02T09:00:00.000Z',
  lastUsedAt: '2026-11-28T07:40:00.000Z',
};

/** The signed-in person's passwords for programs that know no other way to sign in. */
export const appPasswords = defineQuery({
  name: 'account.appPasswords',
  params: NothingSchema,
  result: v.array(AppPasswordSchema),
  refreshOn: () => ['security'],
  example: { params: {}, result: [example] },
});

/** Makes a password for a program, which nobody can read again. It is good for what `scope` says and for nothing else. */
export const createAppPassword = defineCommand({
  name: 'account.createAppPassword',
  params: v.strictObject({ name: filledText(100), scope: v.optional(v.picklist(APP_SCOPES), 'calendar') }),
  /** `userName` is what the program is told beside it. */
  result: v.object({ appPasswordId: IdSchema, password: v.string(), userName: v.string() }),
  errors: ['TOO_MANY_APP_PASSWORDS'],
  secret: true,
  proof: true,
  example: {
    params: { name: 'Telefon', scope: 'calendar' },
    result: { appPasswordId: 4, password: '1-abcd-efgh-jkmn-pqrs-tvwx-yz23-4567', userName: 'anna' },
  },
});

/** Revokes an app password of one's own: the next request with it is refused. */
export const removeAppPassword = defineCommand({
  name: 'account.removeAppPassword',
  params: v.strictObject({ appPasswordId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  proof: true,
  example: { params: { appPasswordId: 4 }, result: {} },
});

export const appPasswordQueries = { appPasswords } as const;
export const appPasswordCommands = { createAppPassword, removeAppPassword } as const;
/** One that is no longer needed has to be removed first. */
export const appPasswordProblems = { TOO_MANY_APP_PASSWORDS: 422 } as const;
