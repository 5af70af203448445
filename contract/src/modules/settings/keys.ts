import * as v from 'valibot';
import { KINDS, type NoticeSetting, type Schema } from '../../kernel/index.ts';

/** The scheme of colours that is there without anybody having made it. */
export const DEFAULT_SCHEME = 'Blue Da Ba Dee';

/** Senders whose external images are loaded without asking: the newest so many are kept. */
const MAX_SENDERS = 500;
const MAX_ENTRIES = 40;
const MAX_HIDDEN_FEEDS = 200;
/** Signs of a text of a state, as `presence` has it. */
const MAX_STATE_TEXT = 80;
/** Signs of a key, and how many keys can be others than usual. */
const MAX_KEY = 40;
const MAX_KEYS = 200;

/**
 * One setting: what it may be, what it is before anybody chose, and where it lives: with the person (`server`), so that it is the same on
 * all of their devices, or on this one alone. `tab` is the page that shows it, `control` what it is changed by there: `own` is made for
 * it, `none` where it changes by itself, as the width of a list by dragging.
 */
interface Setting<S extends Schema> {
  readonly schema: S;
  readonly default: v.InferOutput<S>;
  readonly where: 'server' | 'device';
  readonly tab:
    | 'behaviour'
    | 'layout'
    | 'lists'
    | 'controls'
    | 'keys'
    | 'menu'
    | 'theme'
    | 'appIcon'
    | 'push'
    | 'timeZone'
    | 'offline'
    | 'mailWriting'
    | undefined;
  readonly control: 'choice' | 'switch' | 'own' | 'none';
}

const define = <S extends Schema, const W extends 'server' | 'device'>(
  setting: Setting<S> & { readonly where: W },
): Setting<S> & { readonly where: W } => setting;

/** One of several. The first is the usual one. */
const choice = <const T extends readonly [string, ...string[]]>(tab: Setting<Schema>['tab'], options: T) =>
  define<v.PicklistSchema<T, undefined>, 'server'>({
    schema: v.picklist(options),
    default: options[0],
    where: 'server',
    tab,
    control: 'choice',
  });

const toggle = (tab: Setting<Schema>['tab'], defaultValue: boolean) =>
  define({ schema: v.boolean(), default: defaultValue, where: 'server', tab, control: 'switch' });

const text = (most: number) => v.pipe(v.string(), v.maxLength(most));
/** Routes of menu entries. Those that are not there, for want of a right or a module, keep their place for when they are. */
const routes = (most: number) => v.pipe(v.array(text(MAX_ENTRIES)), v.maxLength(most));

/** The signs that the app can have in the browser's tab and among the apps of a device. */
export const APP_ICONS = ['blue', 'night', 'green', 'light'] as const;
export type AppIcon = (typeof APP_ICONS)[number];

/** What can stand at a corner of the app. What leads nowhere yet is not shown, and keeps its place. */
export const SLOT_THINGS = ['menu', 'loading', 'search', 'find', 'people', 'create', 'settings', 'changes'] as const;
export type SlotThing = (typeof SLOT_THINGS)[number];
const slot = (most: number, defaultValue: readonly SlotThing[]) =>
  define({
    schema: v.pipe(v.array(v.picklist(SLOT_THINGS)), v.maxLength(most)),
    default: [...defaultValue],
    where: 'server',
    tab: 'layout',
    control: 'own',
  });

/** Whether a person wants to be told of new items of a kind. */
const notified = (defaultValue: boolean) =>
  define({ schema: v.boolean(), default: defaultValue, where: 'server', tab: 'push', control: 'own' });

const clock = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));
/**
 * When devices are left in peace: from a time of the day to another, in the person's zone, beginning on these days, Monday first. From a time
 * to the same one is a whole day.
 */
const QuietHoursSchema = v.strictObject({
  isOn: v.boolean(),
  from: clock,
  to: clock,
  days: v.pipe(v.array(v.boolean()), v.length(7)),
});
export type QuietHours = v.InferOutput<typeof QuietHoursSchema>;

/** True for the name of a zone in the IANA database that this machine knows. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** What can be done by swiping a row. */
export const SWIPE_ACTIONS = ['ready', 'seen', 'unseen', 'archive', 'delete', 'spam', 'none'] as const;
export type SwipeAction = (typeof SWIPE_ACTIONS)[number];
const SwipeSchema = v.tuple([v.picklist(SWIPE_ACTIONS), v.picklist(SWIPE_ACTIONS)]);
const swipe = (defaultValue: [SwipeAction, SwipeAction]) =>
  define({ schema: SwipeSchema, default: defaultValue, where: 'server', tab: 'controls', control: 'own' });

/** What lists can be grouped by; `reason`: what is due, then what is meant for the person, then what merely came, by kind. */
const GROUPINGS = ['moduleGrouping', 'reason', 'timeframe', 'none'] as const;

/** How one list is shown, as far as it is not as all are. The view and the days are those that were chosen last. */
const ListLookSchema = v.object({
  view: v.optional(text(20)),
  date: v.optional(text(60)),
  rowSize: v.optional(v.picklist(['large', 'compact'])),
  grouping: v.optional(v.picklist(GROUPINGS)),
  archived: v.optional(v.boolean()),
  shared: v.optional(v.boolean()),
});

const ListTableSchema = v.object({
  sort: v.optional(v.object({ property: text(20), direction: v.picklist(['ASC', 'DESC']) })),
  columns: v.optional(v.record(text(20), v.object({ sortOrder: v.number(), visible: v.boolean() }))),
});

/** How the list of a kind of records is shown: its order, and where its columns stand, whether they are seen, and how wide, in pixels. */
const RecordListSchema = v.object({
  sort: v.optional(v.object({ property: text(40), direction: v.picklist(['ASC', 'DESC']) })),
  columns: v.optional(
    v.record(text(40), v.object({ sortOrder: v.number(), visible: v.boolean(), width: v.optional(v.number()) })),
  ),
  /** Lanes of a board that are folded, by the choices that they are of. */
  folded: v.optional(v.array(v.string())),
});

/** Every setting there is, once. A module that brings another one adds it here. */
export const SETTINGS = {
  language: choice('layout', ['auto', 'de', 'en']),
  theme: choice('theme', ['auto', 'light', 'dark']),
  colourScheme: define({ schema: text(60), default: DEFAULT_SCHEME, where: 'server', tab: 'theme', control: 'own' }),
  uniColourButtons: toggle('theme', false),
  /** Whether mails are dark where the page is. */
  mailDark: toggle('theme', true),
  compactButtons: toggle('layout', true),
  avatarMode: choice('layout', ['avatar', 'initials']),
  splitView: toggle('layout', true),
  /** Where people stand: at the right, below the menu as they once did, or on a screen of their own alone. */
  peoplePlace: choice('layout', ['drawer', 'menu', 'none']),
  peopleView: choice('layout', ['list', 'tiles']),
  /** Whether people are shown who are not there. */
  peopleOffline: toggle('layout', true),
  /** What the person's own state said last, the newest first. */
  stateTexts: define({
    schema: v.pipe(v.array(text(MAX_STATE_TEXT * 2)), v.maxLength(3)),
    default: [],
    where: 'server',
    tab: undefined,
    control: 'none',
  }),
  slotTopLeft: slot(2, ['menu', 'loading']),
  slotTopRight: slot(2, ['search']),
  slotBottomLeft: slot(1, ['people']),
  slotBottomRight: slot(1, ['create']),
  rowSize: choice('lists', ['large', 'compact']),
  grouping: choice('lists', GROUPINGS),
  archivedInLists: toggle('lists', true),
  sharedInLists: toggle('lists', true),
  /** Whether mails that answer each other stand together, in the reader and as one row of a list. */
  mailThreads: toggle('lists', true),
  /** What a list is like where it is not as all are, by its name. */
  lists: define({
    schema: v.record(text(60), ListLookSchema),
    default: {},
    where: 'server',
    tab: undefined,
    control: 'none',
  }),
  /** What a finger does with a row: swiping acts, or nothing but the menu does. */
  controlsMode: choice('controls', ['contextMenu', 'swipe']),
  /** What a finger that swipes a row to the right, or to the left, does: the nearer before the further. */
  swipeRight: swipe(['ready', 'archive']),
  swipeLeft: swipe(['delete', 'seen']),
  /** Whether letters, digits and signs do anything by themselves. */
  singleKeys: toggle('keys', true),
  /** Keys by the usual ones, where others were chosen; empty for none. */
  keys: define({
    schema: v.pipe(
      v.record(text(MAX_KEY), text(MAX_KEY)),
      v.check((keys) => Object.keys(keys).length <= MAX_KEYS, 'TOO_MANY_KEYS'),
    ),
    default: {},
    where: 'server',
    tab: 'keys',
    control: 'own',
  }),
  backToListWhenDone: toggle('behaviour', true),
  /** What the enter key does where a message is written: Ctrl+Enter sends whatever it does. */
  messageEnter: choice('behaviour', ['line', 'send']),
  /** How long a text of a message can be taken back before anybody hears of it, in seconds. */
  messageUndoSeconds: choice('behaviour', ['0', '5', '10', '20', '30']),
  /** Whether others see how far the person has read their messages. Without it the person sees it of nobody either. */
  messageReadMarks: toggle('behaviour', true),
  /** When appointments are among what is unfinished: on their day, and where they ask something; only where they ask; or never. */
  appointmentsInInbox: choice('behaviour', ['day', 'asking', 'never']),
  /** Whether an appointment is Done by itself once it is over. */
  appointmentsDoneAlone: toggle('behaviour', true),
  /** The time at which the appointments of a day come up, in the zone of each. */
  calendarDayStarts: choice('behaviour', ['06:00', '05:00', '07:00', '08:00', '09:00']),
  /** Feeds of others that do not stand in the person's own calendar, by their numbers. */
  calendarHiddenFeeds: define({
    schema: v.pipe(v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(1))), v.maxLength(MAX_HIDDEN_FEEDS)),
    default: [],
    where: 'server',
    tab: undefined,
    control: 'none',
  }),
  /** Addresses in lower case. */
  imageSenders: define({
    schema: v.pipe(v.array(text(320)), v.maxLength(MAX_SENDERS)),
    default: [],
    where: 'server',
    tab: 'behaviour',
    control: 'own',
  }),
  /** How long a mail that was sent can be taken back, in seconds. */
  mailUndoSeconds: choice('mailWriting', ['10', '0', '5', '20', '30']),
  mailFormat: choice('mailWriting', ['html', 'plain']),
  /** Where the answer stands to what it quotes. */
  mailQuote: choice('mailWriting', ['above', 'below', 'none']),
  /** Where an answer is written; on phones always in a place of its own. */
  mailAnswers: choice('mailWriting', ['beneath', 'tab']),
  mailAsksForAttachment: toggle('mailWriting', true),
  mailAsksBeforeAll: toggle('mailWriting', true),
  /** Whether who begins to answer a mail that several could answer takes it on. */
  mailClaimsOnAnswer: toggle('mailWriting', true),
  solidIcons: toggle('menu', false),
  /** Routes in the order of the menu; what is not named comes after them in the usual order. */
  menuOrder: define({ schema: routes(MAX_ENTRIES), default: [], where: 'server', tab: 'menu', control: 'own' }),
  /** Routes at the bottom of small screens; none named: the usual ones. */
  bottomSlots: define({ schema: routes(4), default: [], where: 'server', tab: 'menu', control: 'own' }),
  bottomSlotsInverse: toggle('menu', false),
  ...(Object.fromEntries(
    KINDS.flatMap(({ notices }) => (notices === undefined ? [] : [[notices.setting, notified(notices.isOn ?? true)]])),
  ) as Record<NoticeSetting, ReturnType<typeof notified>>),
  /** Which calls devices are told of, where the person is told of calls at all; `all`: also that it rings. */
  phonePush: choice('push', ['missedAndCallbacks', 'all', 'none']),
  quietHours: define({
    schema: QuietHoursSchema,
    default: { isOn: false, from: '20:00', to: '07:00', days: [true, true, true, true, true, true, true] },
    where: 'server',
    tab: 'push',
    control: 'own',
  }),
  /** `auto`: that of the instance; `device`: that of the device; else an IANA zone. */
  timeZone: define({
    schema: v.pipe(
      text(60),
      v.check((name) => name === 'auto' || name === 'device' || isZone(name), 'ZONE_UNKNOWN'),
    ),
    default: 'auto',
    where: 'server',
    tab: 'timeZone',
    control: 'own',
  }),

  drawer: define({
    schema: v.picklist(['wide', 'mini']),
    default: 'wide',
    where: 'device',
    tab: undefined,
    control: 'none',
  }),
  appIcon: define({ schema: v.picklist(APP_ICONS), default: 'blue', where: 'device', tab: 'appIcon', control: 'own' }),
  /** Whether this device may keep what was seen, for a faster start and for reading without a network. */
  caching: define({ schema: v.boolean(), default: true, where: 'device', tab: 'offline', control: 'own' }),
  /** `never`, or the time (milliseconds since 1970) before which nobody is asked to install the app. */
  install: define({
    schema: v.union([v.literal('never'), v.number()]),
    default: 0,
    where: 'device',
    tab: 'offline',
    control: 'own',
  }),
  /** How a list is sorted and what its columns are, by its name. */
  listTables: define({
    schema: v.record(text(60), ListTableSchema),
    default: {},
    where: 'device',
    tab: undefined,
    control: 'none',
  }),
  /** The same for lists of records, by account and kind; for boards by account and query. */
  recordLists: define({
    schema: v.record(text(500), RecordListSchema),
    default: {},
    where: 'device',
    tab: undefined,
    control: 'none',
  }),
  /** Width of the kinds beside their records in pixels. */
  recordSplit: define({ schema: v.number(), default: 250, where: 'device', tab: undefined, control: 'none' }),
  /** Width of the filter beside a list in pixels. */
  filterSplit: define({ schema: v.number(), default: 342, where: 'device', tab: undefined, control: 'none' }),
  /** Whether the drawer of people is open, and its width in pixels. */
  peopleOpen: define({ schema: v.boolean(), default: false, where: 'device', tab: undefined, control: 'none' }),
  peopleWidth: define({ schema: v.number(), default: 270, where: 'device', tab: undefined, control: 'none' }),
  /** Width of the list beside the reader in pixels; 0 until it was dragged. */
  split: define({ schema: v.number(), default: 0, where: 'device', tab: undefined, control: 'none' }),
  /** The page of the settings that was open last. */
  settingsTab: define({ schema: text(60), default: '', where: 'device', tab: undefined, control: 'none' }),
} as const;

export type SettingKey = keyof typeof SETTINGS;
export type Settings = { readonly [K in SettingKey]: v.InferOutput<(typeof SETTINGS)[K]['schema']> };
/** The keys of what follows the person. */
export type PersonKey = { [K in SettingKey]: (typeof SETTINGS)[K]['where'] extends 'server' ? K : never }[SettingKey];

export const isSetting = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);
export const isPersonal = (key: string): key is PersonKey => isSetting(key) && SETTINGS[key].where === 'server';
export const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];
export const PERSON_KEYS = SETTING_KEYS.filter(isPersonal);
