import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand, defineQuery, text } from '../../kernel/index.ts';
import { RECORDS_KEY } from '../record/index.ts';

/** What is read from what is known of whose numbers are whose, and from the phone book. */
export const NUMBERS_KEY = 'phoneNumbers';

/** What a number can belong to: a record, a contact person of one, an entry of the phone book, a colleague, a caller by the name that it brings. */
export const OWNER_KINDS = ['record', 'person', 'book', 'user', 'caller'] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

/** Where it is known from that a number is somebody's. */
export const CLAIM_SOURCES = [
  'recordField',
  'hand',
  'book',
  'terminal',
  'signature',
  'card',
  'system',
  'linkedCall',
  'import',
] as const;
export type ClaimSource = (typeof CLAIM_SOURCES)[number];

const ReasonSchema = v.object({
  source: v.picklist(CLAIM_SOURCES),
  /** How often it was seen. */
  count: v.number(),
  /** When it was seen last, ISO 8601. */
  lastAt: v.string(),
});
export type NamingReason = v.InferOutput<typeof ReasonSchema>;

/** Somebody whose number it may be. */
export const CandidateSchema = v.object({
  ownerKind: v.picklist(OWNER_KINDS),
  ownerId: v.number(),
  name: v.string(),
  /** What stands below the name: the record of a person, the kind of a record; may be empty. */
  subtitle: v.string(),
  /** The record that opens; null where there is none. `contactPersonId` is null but for persons. */
  record: v.nullable(
    v.object({
      idoId: v.number(),
      idoInstanceId: v.number(),
      contactPersonId: v.nullable(v.number()),
      color: v.string(),
    }),
  ),
  /** The most telling first. */
  reasons: v.array(ReasonSchema),
});
export type Candidate = v.InferOutput<typeof CandidateSchema>;

/** How sure a name is: `sure` names the call, `maybe` offers the candidates, `theirs` is what the caller calls itself, `none` is nothing. */
export const SURENESS = ['sure', 'maybe', 'theirs', 'none'] as const;

/** Who a number belongs to, as far as it is known to who asks, and why. */
export const NamingSchema = v.object({
  /** As people of the instance's country read it; empty where it was kept back. */
  number: v.string(),
  /** What may stand in a link or an address: a plus sign and digits, or digits; empty where it cannot be dialled. */
  dial: v.string(),
  sureness: v.picklist(SURENESS),
  /** Empty where nobody is sure; what the caller calls itself where that is all. */
  name: v.string(),
  /** At most five, the likeliest first. */
  candidates: v.array(CandidateSchema),
  /** Country or place of its prefix in German; empty where it is not known. */
  place: v.string(),
  isBlocked: v.boolean(),
});
export type Naming = v.InferOutput<typeof NamingSchema>;

export const exampleNaming: Naming = {
  number: '+49 431 123456',
  dial: '+49431123456',
  sureness: 'sure',
  name: 'Werft Neumann',
  candidates: [
    {
      ownerKind: 'record',
      ownerId: 7,
      name: 'Werft Neumann',
      subtitle: 'Kunden',
      record: { idoId: 7, idoInstanceId: 1, contactPersonId: null, color: '#2f6f4f' },
      reasons: [{ source: 'recordField', count: 1, lastAt: '2026-11-26T09:41:00.000Z' }],
    },
  ],
  place: 'Kiel',
  isBlocked: false,
};

/** Who a number belongs to. Who sees no records is told of none. */
export const whoIs = defineQuery({
  name: 'phoneCall.whoIs',
  params: v.strictObject({ number: text(100) }),
  result: NamingSchema,
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [NUMBERS_KEY, RECORDS_KEY],
  example: { params: { number: '0431 123456' }, result: exampleNaming },
});

const owner = { number: text(100), ownerKind: v.picklist(OWNER_KINDS), ownerId: IdSchema };

/** Says of a number whose it is, or whose it is not. It holds for all calls of the number, the past ones too, until it is revoked. */
export const claim = defineCommand({
  name: 'phoneCall.claim',
  params: v.strictObject({ ...owner, isRight: v.boolean() }),
  result: v.object({ claimId: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'PHONE_NUMBER_INVALID'],
  example: {
    params: { number: '0431 123456', ownerKind: 'record', ownerId: 7, isRight: true },
    result: { claimId: 3 },
  },
});

/** Takes back what somebody has said of a number. */
export const revokeClaim = defineCommand({
  name: 'phoneCall.revokeClaim',
  params: v.strictObject({ claimId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { claimId: 3 }, result: {} },
});

/** Refuses calls of a number from now on, or takes them again. Calls of a blocked number are listed as Done and ring nowhere. */
export const block = defineCommand({
  name: 'phoneCall.block',
  params: v.strictObject({ number: text(100), isBlocked: v.boolean() }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'PHONE_NUMBER_INVALID'],
  example: { params: { number: '0900 123456', isBlocked: true }, result: {} },
});

export const namingQueries = { whoIs } as const;
export const namingCommands = { claim, revokeClaim, block } as const;
