import * as v from 'valibot';
import { IdSchema, NothingSchema, defineCommand, defineQuery, text, titleText } from '../../kernel/index.ts';

export const MAX_LINES = 50;
/** Bytes of one event of a telephone system. */
export const MAX_EVENT_BYTES = 64 * 1024;

/** What is read from telephone systems; from ways to make calls; from lists of calls. */
export const LINES_KEY = 'phoneLines';
export const DIAL_LOCATIONS_KEY = 'dialLocations';
export const CALL_LISTS_KEY = 'boxes:phonecall';

/** Telephone systems: those that post to `/phone/{kind}/{secret}`, and those that the server connects to (`ami`, `ari`, `nfon`). */
export const LINE_KINDS = [
  'sipgate',
  'placetel',
  'cti',
  'yeastar',
  'threecx',
  'template',
  'ami',
  'ari',
  'nfon',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];
/** Those that the server connects to. */
export const CONNECTED_KINDS = ['ami', 'ari', 'nfon'] as const satisfies readonly LineKind[];
export const isConnected = (kind: LineKind): boolean => (CONNECTED_KINDS as readonly LineKind[]).includes(kind);

/** Those that are asked afterwards for calls that they have told nobody of. */
export const HISTORY_KINDS = ['sipgate', 'placetel', 'yeastar'] as const satisfies readonly LineKind[];
export type HistoryKind = (typeof HISTORY_KINDS)[number];
export const isHistoryKind = (kind: LineKind): kind is HistoryKind =>
  (HISTORY_KINDS as readonly LineKind[]).includes(kind);

/** Which field of a body says what, for systems whose bodies somebody writes themselves (`template`). Values of `event` and `direction` as listed. */
const MappingSchema = v.strictObject({
  event: v.optional(text(60), 'event'),
  ring: v.optional(text(60), 'ring'),
  answer: v.optional(text(60), 'answer'),
  end: v.optional(text(60), 'end'),
  callId: v.optional(text(60), 'callid'),
  from: v.optional(text(60), 'callfrom'),
  to: v.optional(text(60), 'callto'),
  name: v.optional(text(60), 'displayname'),
  terminal: v.optional(text(60), 'terminal'),
  direction: v.optional(text(60), 'direction'),
  incoming: v.optional(text(60), '1'),
  outgoing: v.optional(text(60), '0'),
});
export type LineMapping = v.InferOutput<typeof MappingSchema>;

/** A person, or a list, behind a terminal of a telephone system. */
export const TerminalSchema = v.object({
  terminal: v.string(),
  /** 0 for nobody. */
  userId: v.number(),
  /** The list that its calls go to; null: that of the line. */
  listId: v.nullable(v.number()),
  /** When an event named it the last time, ISO 8601; null for never. */
  lastAt: v.nullable(v.string()),
});
export type Terminal = v.InferOutput<typeof TerminalSchema>;

export const LineSchema = v.object({
  lineId: v.number(),
  kind: v.picklist(LINE_KINDS),
  title: v.string(),
  /** The list of its calls. */
  listId: v.number(),
  /** Whose numbers are written without their code; empty: as the instance has it. */
  country: v.string(),
  /** Of times that have no offset (IANA). */
  zone: v.string(),
  isOn: v.boolean(),
  /** Whether a key of signatures, or a password, is stored. */
  hasSecret: v.boolean(),
  /** Of systems that are connected to; empty and 0 else. */
  host: v.string(),
  port: v.number(),
  user: v.string(),
  mapping: v.nullable(MappingSchema),
  terminals: v.array(TerminalSchema),
  /** ISO 8601; null for never. */
  lastEventAt: v.nullable(v.string()),
  /** What went wrong last and has not gone right since; empty for nothing. */
  fault: v.picklist(['', 'signature', 'unreadable', 'away', 'refused']),
  /** Since when, ISO 8601. */
  faultSince: v.nullable(v.string()),
  /** How its history is asked for calls that nobody was told of; null where it is not. Its secret is told to nobody. */
  history: v.nullable(
    v.object({
      /** Empty: where the provider has it. */
      url: v.string(),
      user: v.string(),
      /** Up to when its calls are known, ISO 8601; null where it has not been asked. */
      until: v.nullable(v.string()),
      fault: v.picklist(['', 'away', 'refused', 'unreadable']),
      /** Since when, ISO 8601. */
      faultSince: v.nullable(v.string()),
    }),
  ),
});
export type Line = v.InferOutput<typeof LineSchema>;

const exampleLine: Line = {
  lineId: 1,
  kind: 'sipgate',
  title: 'sipgate',
  listId: 5,
  country: '',
  zone: 'Europe/Berlin',
  isOn: true,
  hasSecret: false,
  host: '',
  port: 0,
  user: '',
  mapping: null,
  terminals: [{ terminal: 'e0', userId: 1, listId: null, lastAt: '2026-11-26T09:41:00.000Z' }],
  lastEventAt: '2026-11-26T09:41:00.000Z',
  fault: '',
  faultSince: null,
  history: { url: '', user: 'token-TQ6T', until: '2026-11-26T09:40:00.000Z', fault: '', faultSince: null },
};

/** The telephone systems of the instance; for administrators. */
export const lineSettings = defineQuery({
  name: 'phoneCall.lineSettings',
  params: NothingSchema,
  result: v.array(LineSchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [LINES_KEY, CALL_LISTS_KEY, 'people'],
  example: { params: {}, result: [exampleLine] },
});

/** The telephone systems that have been silent with a fault, for everybody who sees calls: title, and since when (ISO 8601). */
export const lineFaults = defineQuery({
  name: 'phoneCall.lineFaults',
  params: NothingSchema,
  result: v.array(v.object({ title: v.string(), since: v.string() })),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [LINES_KEY],
  example: { params: {}, result: [{ title: 'Zentrale', since: '2026-11-26T09:12:00.000Z' }] },
});

const address = v.object({
  lineId: v.number(),
  /** Path and secret that the system posts to, said once; empty where none was made. */
  address: v.string(),
});

/** Makes a telephone system known, or changes it. For administrators. */
export const saveLine = defineCommand({
  name: 'phoneCall.saveLine',
  params: v.strictObject({
    /** Null for a new one, whose address is answered. */
    lineId: v.optional(v.nullable(IdSchema), null),
    kind: v.picklist(LINE_KINDS),
    title: v.pipe(titleText(100), v.trim(), v.minLength(1)),
    listId: IdSchema,
    country: v.optional(v.pipe(v.string(), v.regex(/^(?:[A-Z]{2})?$/)), ''),
    zone: v.optional(text(60), 'Europe/Berlin'),
    isOn: v.optional(v.boolean(), true),
    /** Key of signatures, or password; null keeps what is stored, empty takes it away. */
    secret: v.optional(v.nullable(text(5000)), null),
    host: v.optional(v.pipe(text(255), v.trim()), ''),
    port: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535)), 0),
    user: v.optional(text(100), ''),
    mapping: v.optional(v.nullable(MappingSchema), null),
    /**
     * How its history is asked, of kinds that have one; null: it is not. Calls before that are left where they are. `secret`: null keeps what is
     * stored. `url`: of systems of one's own, which have no other.
     */
    history: v.optional(
      v.nullable(
        v.strictObject({
          url: v.optional(v.pipe(text(500), v.trim()), ''),
          user: v.optional(v.pipe(text(100), v.trim()), ''),
          secret: v.optional(v.nullable(v.pipe(text(1000), v.minLength(1))), null),
        }),
      ),
      null,
    ),
    terminals: v.optional(
      v.pipe(
        v.array(
          v.strictObject({
            terminal: v.pipe(text(100), v.trim(), v.minLength(1)),
            userId: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
            listId: v.optional(v.nullable(IdSchema), null),
          }),
        ),
        v.maxLength(2000),
      ),
      [],
    ),
  }),
  result: address,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'PHONE_ADDRESS_INVALID', 'PHONE_ZONE_UNKNOWN', 'TOO_MANY_PHONE_LINES'],
  secret: true,
  audit: { kind: 'phone.changed', subject: ({ title }) => title },
  example: {
    params: { kind: 'sipgate', title: 'sipgate', listId: 5, terminals: [{ terminal: 'e0', userId: 1 }] },
    result: { lineId: 1, address: '/phone/sipgate/w7Zc0aQm3yq3v0Jq7l0bq3kq9s1m0b4o7c2d5e8f1g0' },
  },
});

/** Gives a telephone system another address; the one that it had is good for nothing any more. For administrators. */
export const renewLine = defineCommand({
  name: 'phoneCall.renewLine',
  params: v.strictObject({ lineId: IdSchema }),
  result: address,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  secret: true,
  audit: { kind: 'phone.changed', subject: ({ lineId }) => String(lineId) },
  example: { params: { lineId: 1 }, result: { lineId: 1, address: '/phone/sipgate/w7Zc0aQm3yq3v0Jq7l0bq3kq9s1m0b4o' } },
});

/** Forgets a telephone system. Its calls stay. For administrators. */
export const deleteLine = defineCommand({
  name: 'phoneCall.deleteLine',
  params: v.strictObject({ lineId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  example: { params: { lineId: 1 }, result: {} },
});

/** The template that an administrator uploads to a 3CX system, with the address and secret of the line in it: a new secret, which ends the old one. */
export const lineTemplate = defineCommand({
  name: 'phoneCall.lineTemplate',
  params: v.strictObject({ lineId: IdSchema }),
  result: v.object({ filename: v.string(), xml: v.string() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING'],
  secret: true,
  example: { params: { lineId: 1 }, result: { filename: 'kontor-3cx.xml', xml: '<Crm/>' } },
});

/** A place that calls are kept in, with the people who see them. */
export const CallListSchema = v.object({
  listId: v.number(),
  name: v.string(),
  members: v.array(v.object({ userId: v.number(), fullName: v.string() })),
  calls: v.number(),
  /** Rows show our own number that was called. */
  showsNumber: v.boolean(),
  mayPrint: v.boolean(),
  /** What an answered call is for who took it: In process, or Done. */
  answeredState: v.picklist(['seen', 'ready']),
  /** Days after which calls that are Done are deleted; null for never. */
  keepsDays: v.nullable(v.number()),
});
export type CallList = v.InferOutput<typeof CallListSchema>;

/** All lists of calls; for administrators. */
export const listSettings = defineQuery({
  name: 'phoneCall.listSettings',
  params: NothingSchema,
  result: v.array(CallListSchema),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => [CALL_LISTS_KEY, 'people'],
  example: {
    params: {},
    result: [
      {
        listId: 5,
        name: 'Zentrale',
        members: [{ userId: 1, fullName: 'Anna Berger' }],
        calls: 120,
        showsNumber: true,
        mayPrint: false,
        answeredState: 'seen',
        keepsDays: null,
      },
    ],
  },
});

export const saveList = defineCommand({
  name: 'phoneCall.saveList',
  params: v.strictObject({
    /** Null for a new one. */
    listId: v.optional(v.nullable(IdSchema), null),
    name: v.pipe(titleText(100), v.trim(), v.minLength(1)),
    memberIds: v.pipe(v.array(IdSchema), v.maxLength(10_000)),
    showsNumber: v.optional(v.boolean(), false),
    mayPrint: v.optional(v.boolean(), false),
    answeredState: v.optional(v.picklist(['seen', 'ready']), 'seen'),
    keepsDays: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(36_500))), null),
  }),
  result: v.object({ listId: v.number() }),
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'CALL_LIST_EXISTS'],
  example: { params: { name: 'Zentrale', memberIds: [1] }, result: { listId: 5 } },
});

/** Takes away a list that no call lies in and no telephone system stands on. For administrators. */
export const deleteList = defineCommand({
  name: 'phoneCall.deleteList',
  params: v.strictObject({ listId: IdSchema }),
  result: NothingSchema,
  errors: ['NOT_FOUND', 'RIGHT_MISSING', 'CALL_LIST_NOT_EMPTY'],
  example: { params: { listId: 5 }, result: {} },
});

export const lineQueries = { lineSettings, lineFaults, listSettings } as const;
export const lineCommands = { saveLine, renewLine, deleteLine, lineTemplate, saveList, deleteList } as const;
