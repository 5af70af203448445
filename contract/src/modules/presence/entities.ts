import * as v from 'valibot';
import { IdSchema, InstantSchema, text } from '../../kernel/index.ts';

/** What is read from: who is there and what shows of them. */
export const PRESENCE_KEY = 'presence';
/** What is read from: what one has chosen oneself. */
export const OWN_PRESENCE_KEY = 'presenceOwn';
/** What is read from: the states of the instance. */
export const STATES_KEY = 'presenceStates';
/** What is read from: places, whose they may be, and which of them a device watches. */
export const PLACES_KEY = 'presencePlaces';

/** What is told of absences by mails, from which it follows who is there. */
export const ABSENCES_KEY = 'mailAbsences';

/** Whether somebody is there. */
export const PRESENCES = ['present', 'absent'] as const;
export type Presence = (typeof PRESENCES)[number];

/**
 * Kinds of states. `available`: the instance's states of being available; `global`: its other states; `personal`: the one state of an
 * instance that everybody gives a text of their own.
 */
export const STATE_TYPES = ['available', 'global', 'personal'] as const;
export type StateType = (typeof STATE_TYPES)[number];

/** What a state says of being there: that somebody is, that somebody is not, or nothing, so that the devices decide. */
export const STATE_COUNTS = ['present', 'absent', 'devices'] as const;
export type StateCounts = (typeof STATE_COUNTS)[number];

/** `active`: the place that holds; `previous`: the one that held before it; `subscribed`: watched by the device that asks. */
export const PLACE_STATUSES = ['active', 'previous', 'subscribed'] as const;
export type PlaceStatus = (typeof PLACE_STATUSES)[number];

/** The value of `until` of a choice that is kept until another one is made. */
export const UNTIL_FURTHER_NOTICE = 'untilFurtherNotice';
/** In place of a state: none is chosen any more. */
export const NO_STATE_ID = 0;

/** Signs of a text of a state, and of the name of a place. */
export const MAX_STATE_TEXT = 80;
export const MAX_PLACE_NAME = 80;
/** States of an instance, and places of a person. */
export const MAX_STATES = 50;
export const MAX_PLACES = 20;
/** Radius of a place, in metres. */
export const MIN_RADIUS = 100;
export const MAX_RADIUS = 1000;
/** Signs of a schedule. */
export const MAX_SCHEDULE = 200;
/** How far ahead a state may end, in days. */
export const MAX_UNTIL_DAYS = 366;
/** How far back it is said when somebody was last active, in hours. */
export const MAX_ACTIVE_HOURS = 12;
/** How often a client in the foreground says so, where the server does not see its connection, in milliseconds. */
export const BEAT_MS = 30_000;
/** The hour after which a device's word of having entered a place is of no use, in milliseconds. */
export const MAX_ENTER_AGE_MS = 3_600_000;

const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of one line as it is kept: blanks once, no control characters, none that turn the direction of writing. */
export const tidyLine = (line: string): string =>
  line.replace(/\s+/g, ' ').replace(INVISIBLE, '').normalize('NFC').trim();

const line = (max: number) =>
  v.pipe(
    text(max * 20),
    v.transform(tidyLine),
    v.check((value) => Array.from(value).length <= max, 'TEXT_TOO_LONG'),
  );

/** A text of one line, which may be empty. */
export const StateTextSchema = line(MAX_STATE_TEXT);
const filled = (max: number) => v.pipe(line(max), v.minLength(1, 'TEXT_EMPTY'));
export const FilledStateTextSchema = filled(MAX_STATE_TEXT);
export const PlaceNameSchema = filled(MAX_PLACE_NAME);

/** A name from the client's set of icons, and a colour as `#rrggbb`. */
export const IconSchema = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'ICON_INVALID'));
export const ColourSchema = v.pipe(v.string(), v.toLowerCase(), v.regex(/^#[0-9a-f]{6}$/, 'COLOUR_INVALID'));

/** The circle of a place: degrees and metres. */
export const locationFields = {
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  radius: v.pipe(v.number(), v.safeInteger(), v.minValue(MIN_RADIUS), v.maxValue(MAX_RADIUS)),
};

/** A person as the list of people shows them. */
export const OnlineUserSchema = v.object({
  id: v.number(),
  name: v.string(),
  presence: v.picklist(PRESENCES),
  presenceSort: v.string(),
  stateText: v.nullable(v.string()),
  stateType: v.nullable(v.picklist(STATE_TYPES)),
  stateIconCls: v.nullable(v.string()),
  stateIconColorHex: v.nullable(v.string()),
  stateBackgroundColorHex: v.nullable(v.string()),
  /** The sign of the place that holds. */
  stateAutomaticIconCls: v.nullable(v.string()),
  stateAutomaticIconColorHex: v.nullable(v.string()),
  userAvatar: v.nullable(v.string()),
  /** Ours, as all that follows: the state that shows, below 0 one of `SOURCED_STATES`; null for none. */
  stateId: v.nullable(v.number()),
  isBusy: v.boolean(),
  /** ISO instant at which the state that shows ends. */
  until: v.nullable(v.string()),
  /** Who stands in meanwhile. */
  substituteId: v.nullable(v.number()),
  /** ISO instant, to the minute, at which somebody who is absent was last active, at most 12 hours back. */
  activeAt: v.nullable(v.string()),
  /** The place that holds. */
  automaticId: v.nullable(v.number()),
});
export type OnlineUser = v.InferOutput<typeof OnlineUserSchema>;

/** A state that the person can choose. */
export const UserStateSchema = v.object({
  id: v.number(),
  type: v.picklist(STATE_TYPES),
  /** In the language that the person has chosen; their own for the personal one, null if they have none. */
  text: v.nullable(v.string()),
  iconCls: v.string(),
  hexCode: v.string(),
  /** True for the one that was chosen. If none is, for the one that shows by a place. */
  selectedState: v.boolean(),
  /** Ours, as all that follows: ISO instant at which the choice ends; null for one that was not chosen, or does not end. */
  until: v.nullable(v.string()),
  textDe: v.string(),
  textEn: v.string(),
  counts: v.picklist(STATE_COUNTS),
  isBusy: v.boolean(),
});
export type UserState = v.InferOutput<typeof UserStateSchema>;

/** A place, and the state of who is there. */
export const AutomaticUserStateSchema = v.object({
  id: v.number(),
  name: v.nullable(v.string()),
  iconCls: v.string(),
  /** Of a place for all, null for devices that do not watch it, but for administrators. */
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  radius: v.nullable(v.number()),
  /** Opening hours such as `Mo-Fr 07:00-18:00; Sa 08:00-12:00` in the instance's zone; empty for always. */
  schedule: v.string(),
  instanceName: v.string(),
  /** Null for a place that is none of these. Where it is several: the first of `PLACE_STATUSES`. */
  status: v.nullable(v.picklist(PLACE_STATUSES)),
  /** Ours, as all that follows: proves entering and leaving for this device and place; null if the device does not watch it. */
  key: v.nullable(v.string()),
  /** False for a place for all. */
  isOwn: v.boolean(),
  /** Whether the person may change it. */
  isChangeable: v.boolean(),
  stateId: v.number(),
  /** False for a schedule that cannot be read, which holds always. */
  isScheduleRead: v.boolean(),
});
export type AutomaticUserState = v.InferOutput<typeof AutomaticUserStateSchema>;

/** What administrators say of a state. */
export const stateFields = {
  type: v.picklist(STATE_TYPES),
  textDe: FilledStateTextSchema,
  textEn: FilledStateTextSchema,
  iconCls: IconSchema,
  hexCode: ColourSchema,
  counts: v.picklist(STATE_COUNTS),
  isBusy: v.boolean(),
};
export const StateDefinitionSchema = v.object({ id: v.number(), ...stateFields });
export type StateDefinition = v.InferOutput<typeof StateDefinitionSchema>;

/**
 * What shows of a person from now on: who, presence, state, until (an ISO instant), place, and the rest as far as there is any, else null. Names, icons and
 * colours of states are asked for by `presence.userStates`, those of states below 0 are in `SOURCED_STATES`.
 */
export const PresenceChangeSchema = v.tuple([
  v.number(),
  v.picklist(PRESENCES),
  v.nullable(v.number()),
  v.nullable(v.string()),
  v.nullable(v.number()),
  v.nullable(
    v.object({
      /** Of the personal state. */
      text: v.optional(v.string()),
      stateAutomaticIconCls: v.optional(v.string()),
      stateAutomaticIconColorHex: v.optional(v.string()),
      substituteId: v.optional(v.number()),
      activeAt: v.optional(v.string()),
    }),
  ),
]);
export type PresenceChange = v.InferOutput<typeof PresenceChangeSchema>;

/** A state that follows from what another module knows, and that nobody chooses. */
export interface SourcedState {
  readonly id: number;
  readonly type: StateType;
  readonly textDe: string;
  readonly textEn: string;
  readonly iconCls: string;
  readonly hexCode: string;
  readonly counts: StateCounts;
  readonly isBusy: boolean;
}

/** States that follow from what other modules know, by the name of their source. */
export const SOURCED_STATES = {
  call: {
    id: -1,
    type: 'global',
    textDe: 'Im Gespräch',
    textEn: 'In a call',
    iconCls: 'phone',
    hexCode: '#b3261e',
    counts: 'devices',
    isBusy: true,
  },
  absence: {
    id: -2,
    type: 'global',
    textDe: 'Abwesend',
    textEn: 'Away',
    iconCls: 'calendar-x',
    hexCode: '#5f6b7a',
    counts: 'absent',
    isBusy: false,
  },
  appointment: {
    id: -3,
    type: 'global',
    textDe: 'In einem Termin',
    textEn: 'In an appointment',
    iconCls: 'calendar-check',
    hexCode: '#b26a00',
    counts: 'devices',
    isBusy: true,
  },
} as const satisfies Readonly<Record<string, SourcedState>>;
export type SourceName = keyof typeof SOURCED_STATES;

/**
 * Returns what the list of people is sorted by, as a text: "0" present and available, "1" present, "2" absent with a state, "3" absent. Who is
 * present without a state is available.
 */
export const presenceSortOf = ({ presence, stateType }: Pick<OnlineUser, 'presence' | 'stateType'>): string => {
  if (presence === 'present') return stateType === null || stateType === 'available' ? '0' : '1';
  return stateType === null ? '3' : '2';
};

/** Returns the colour of the two, white and nearly black, in which an icon is read best on a colour (`#rrggbb`). */
export function iconColourOn(hexCode: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hexCode.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#10151d' : '#ffffff';
}

/** The two words that a fence has: entered, and left. */
export const FENCE_ENTERED = 1;
export const FENCE_LEFT = 0;

/** A number, or its digits. */
export const idOrDigits = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/))]),
  v.transform(Number),
  IdSchema,
);

/** The body of `POST /userstatus/userstatus/geofence`. It is answered by its digit. */
export const GeofenceSchema = v.strictObject({
  extras: v.strictObject({
    locationId: idOrDigits,
    locationName: v.optional(v.nullable(text(400))),
    userId: idOrDigits,
    key: text(200),
  }),
  state: v.picklist([FENCE_LEFT, FENCE_ENTERED]),
  /** Ours: when it happened by the device's clock. Entering that is over an hour old moves nobody. */
  at: v.optional(InstantSchema),
});
export type Geofence = v.InferOutput<typeof GeofenceSchema>;
