import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand, defineQuery, filledText, text } from '../../kernel/index.ts';

/**
 * Makes or changes another address that an account's mail can be sent as. Whether its server allows it shows with the first mail. Of the
 * account's own address only the template is chosen here.
 */
export const saveSender = defineCommand({
  name: 'mail.saveSender',
  params: v.strictObject({
    senderId: v.optional(v.nullable(IdSchema), null),
    accountId: IdSchema,
    email: v.pipe(text(320), v.trim(), v.email()),
    name: filledText(200),
    standardTemplateId: v.optional(v.nullable(IdSchema), null),
  }),
  result: v.object({ senderId: IdSchema }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MAIL_SENDER_EXISTS', 'MAIL_SENDER_MAIN'],
  example: {
    params: { accountId: 1, email: 'einkauf@nordwerk.example', name: 'Einkauf' },
    result: { senderId: 3 },
  },
});

/** Takes such an address away. That of the account itself stays. */
export const removeSender = defineCommand({
  name: 'mail.removeSender',
  params: v.strictObject({ senderId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'MAIL_SENDER_MAIN'],
  example: { params: { senderId: 3 }, result: {} },
});

/** The address that the person writes from where nothing says otherwise. */
export const chooseSender = defineCommand({
  name: 'mail.chooseSender',
  params: v.strictObject({ senderId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { senderId: 1 }, result: {} },
});

/** Most addresses that are suggested at a time. */
export const MAX_SUGGESTIONS = 20;

/**
 * Addresses that a beginning may mean, the likeliest first; without one those that the person writes to most. Only from mails and
 * records that they see. Never cached.
 */
export const addressSuggestions = defineQuery({
  name: 'mail.addressSuggestions',
  params: v.strictObject({ searchTerm: text(200) }),
  result: v.array(
    v.object({
      email: v.string(),
      name: v.string(),
      /** From 0 to 100. */
      score: v.number(),
      source: v.picklist(['IDO', 'MAIL']),
      ido: v.array(v.object({ idoID: v.number(), instanceID: v.number() })),
      /** The people of a group; empty for a person. */
      members: v.array(v.object({ email: v.string(), name: v.string() })),
    }),
  ),
  errors: ['RIGHT_MISSING'],
  cached: false,
  refreshOn: () => [],
  example: {
    params: { searchTerm: 'neu' },
    result: [
      {
        email: 'paul.neumann@werft.example',
        name: 'Paul Neumann',
        score: 71,
        source: 'MAIL',
        ido: [],
        members: [],
      },
    ],
  },
});

export type AddressSuggestion = v.InferOutput<typeof addressSuggestions.result>[number];

export const senderQueries = { addressSuggestions } as const;
export const senderCommands = { saveSender, removeSender, chooseSender } as const;
export const senderProblems = { MAIL_SENDER_EXISTS: 422, MAIL_SENDER_MAIN: 422 } as const;
