import * as v from 'valibot';
import {
  AggregateIdSchema,
  NothingSchema,
  defineCommand,
  defineQuery,
  filledText,
  formatAggregateId,
  text,
} from '../../kernel/index.ts';

const exampleId = formatAggregateId({ module: 'email', entryId: 17, userId: 1 });
const domain = v.pipe(filledText(253), v.trim(), v.toLowerCase(), v.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/));
const selector = v.pipe(filledText(63), v.trim(), v.toLowerCase(), v.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/));

export const AUTH_RESULTS = [
  'pass',
  'fail',
  'softfail',
  'neutral',
  'none',
  'policy',
  'temperror',
  'permerror',
] as const;
const result = v.picklist(AUTH_RESULTS);

/** Whether a mail is from the domain that it names. */
export const AuthenticationSchema = v.object({
  verdict: v.picklist(['confirmed', 'unconfirmed', 'failed', 'unchecked']),
  /** Domain of the shown sender. */
  domain: v.string(),
  dkim: v.array(
    v.object({ domain: v.string(), selector: v.string(), result, isAligned: v.boolean(), detail: v.string() }),
  ),
  /** `by`: the mail server whose word it is; null where Kontor itself received the mail. */
  spf: v.object({ domain: v.string(), result, by: v.nullable(v.string()) }),
  arc: v.object({ result, sealers: v.array(v.string()) }),
  dmarc: v.object({ result, policy: v.picklist(['none', 'quarantine', 'reject', 'missing']) }),
  /** Seconds since 1970. */
  at: v.number(),
});

export type Authentication = v.InferOutput<typeof AuthenticationSchema>;

/** What a mail's S/MIME signature is worth. Whether its certificate was withdrawn is not asked: that would tell others who reads what. */
export const SignatureCheckSchema = v.object({
  state: v.picklist(['valid', 'unknownIssuer', 'otherAddress', 'expired', 'altered', 'unreadable']),
  signer: v.string(),
  address: v.string(),
  issuer: v.string(),
  validFrom: v.string(),
  validUntil: v.string(),
  fingerprint: v.string(),
  signedAt: v.nullable(v.string()),
  /** Earlier mails of this sender bore the same certificate. */
  isKnown: v.boolean(),
});
export type SignatureCheck = v.InferOutput<typeof SignatureCheckSchema>;

/** Checks again where a mail is from, because the network was away before. */
export const checkAgain = defineCommand({
  name: 'mail.checkAgain',
  params: v.strictObject({ aggregateId: AggregateIdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND'],
  example: { params: { aggregateId: exampleId }, result: {} },
});

/** Authorities whose certificates are believed for signed mails, beside those that everybody believes. For administrators. */
export const authorities = defineQuery({
  name: 'mail.authorities',
  params: NothingSchema,
  result: v.array(v.object({ fingerprint: v.string(), name: v.string(), validUntil: v.string() })),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['mailAuthorities'],
  example: { params: {}, result: [] },
});

export const addAuthority = defineCommand({
  name: 'mail.addAuthority',
  params: v.strictObject({ name: filledText(200), pem: filledText(20_000) }),
  result: v.object({ fingerprint: v.string() }),
  errors: ['RIGHT_MISSING', 'CERTIFICATE_INVALID'],
  example: {
    params: { name: 'Werft', pem: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----' },
    result: { fingerprint: 'AB:CD' },
  },
});

export const removeAuthority = defineCommand({
  name: 'mail.removeAuthority',
  params: v.strictObject({ fingerprint: text(200) }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  example: { params: { fingerprint: 'AB:CD' }, result: {} },
});

/** A key that mails of a domain are signed with. */
export const DkimKeySchema = v.object({
  domain: v.string(),
  selector: v.string(),
  /** What the domain's owner has to publish as TXT. */
  recordName: v.string(),
  recordValue: v.string(),
  isOn: v.boolean(),
  checkedAt: v.nullable(v.string()),
  /** What the last look at the published record found; null where it is right, or was not looked at. */
  fault: v.nullable(v.picklist(['missing', 'differs', 'dns'])),
});
const exampleKey: v.InferOutput<typeof DkimKeySchema> = {
  domain: 'nordwerk.example',
  selector: 'kontor',
  recordName: 'kontor._domainkey.nordwerk.example',
  recordValue: 'v=DKIM1; k=rsa; p=MIIB',
  isOn: false,
  checkedAt: null,
  fault: null,
};
const byKey = { domain, selector };
const exampleKeyId = { domain: exampleKey.domain, selector: exampleKey.selector };

/** For administrators, as all that is about these keys. */
export const dkimKeys = defineQuery({
  name: 'mail.dkimKeys',
  params: NothingSchema,
  result: v.array(DkimKeySchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['mailDkim'],
  example: { params: {}, result: [exampleKey] },
});

/** Makes a key. Nothing is signed with it before it is switched on. */
export const addDkimKey = defineCommand({
  name: 'mail.addDkimKey',
  params: v.strictObject(byKey),
  result: DkimKeySchema,
  errors: ['RIGHT_MISSING', 'DKIM_EXISTS'],
  example: { params: exampleKeyId, result: exampleKey },
});

/** Looks whether the record is published; the answer is the key with what was found. */
export const checkDkimKey = defineQuery({
  name: 'mail.checkDkimKey',
  cost: 'outside',
  params: v.strictObject(byKey),
  result: DkimKeySchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  cached: false,
  refreshOn: () => [],
  example: { params: exampleKeyId, result: exampleKey },
});

/** Signs mails of the domain with the key from now on, or no more. It must have been found published within the last hour. */
export const switchDkimKey = defineCommand({
  name: 'mail.switchDkimKey',
  params: v.strictObject({ ...byKey, isOn: v.boolean() }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND', 'DKIM_NOT_PUBLISHED'],
  example: { params: { ...exampleKeyId, isOn: true }, result: {} },
});

export const removeDkimKey = defineCommand({
  name: 'mail.removeDkimKey',
  params: v.strictObject(byKey),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  example: { params: exampleKeyId, result: {} },
});

/** Where mails are from, and what their signatures are worth: without the keys that they are signed with here. */
export const originQueries = { authorities } as const;
export const originCommands = { checkAgain, addAuthority, removeAuthority } as const;
export const originProblems = { CERTIFICATE_INVALID: 422 } as const;

export const dkimQueries = { dkimKeys, checkDkimKey } as const;
export const dkimCommands = { addDkimKey, switchDkimKey, removeDkimKey } as const;
export const dkimProblems = { DKIM_EXISTS: 422, DKIM_NOT_PUBLISHED: 409 } as const;
