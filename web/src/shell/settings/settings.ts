import {
  PERSON_KEYS,
  SETTINGS,
  SETTING_KEYS,
  isPersonal,
  type PersonKey,
  type SettingKey,
  type Settings,
} from '@kontor/contract/settings';
import * as v from 'valibot';
import type { TextStorage } from '../../client/environment.ts';
import { createValue, type Value } from '../../client/value.ts';
import { chosen, type Choices } from './settings-choices.ts';

export type { Settings } from '@kontor/contract/settings';

/** What this device has of a person's settings. */
export interface Own {
  readonly choices: Choices;
  /** True once the server has said all that the person has set. Until then what is missing is as it was last on this device. */
  readonly isWhole: boolean;
  /** Style sheet of the colours that they have chosen, as it was made last; left out for those that are always there. */
  readonly colours?: string | undefined;
}

export interface SettingsStore extends Value<Settings> {
  change(part: Partial<Settings>): void;
  /** Makes settings as usual. */
  reset(keys: readonly SettingKey[]): void;
  /** Another page has changed what is stored under a key. */
  reread(key: string | null): void;
  /** From now on the person's settings are those of this account; undefined where nobody is signed in. */
  enter(account: string | undefined): void;
  /** Forgets what the person of an account has set. */
  forget(account: string): void;
  /** Of the account that is shown. */
  readonly own: Value<Own>;
  /** Puts news of the server in; what is said of an account that is not shown comes to nothing, for it is asked again when it is. */
  revise(account: string, change: (own: Own) => Own): void;
  /** Style sheet of the colours that are shown. */
  readonly colours: Value<string | undefined>;
  /** Grows when the person sets something. */
  readonly count: Value<number>;
}

const DEVICE = 'kontor.settings';
const ofPerson = (account: string): string => `${DEVICE}/${account}`;
const NOTHING: Own = { choices: {}, isWhole: false };

const OwnSchema = v.object({
  choices: v.record(v.string(), v.object({ value: v.optional(v.unknown()), version: v.number(), known: v.number() })),
  isWhole: v.boolean(),
  colours: v.optional(v.string()),
});

type Values = Readonly<Record<string, unknown>>;

/** What no value was given for, or a wrong one, is as usual. */
export const settingsOf = (values: Values): Settings =>
  Object.fromEntries(
    SETTING_KEYS.map((key) => {
      const { schema, default: defaultValue } = SETTINGS[key];
      const read = v.safeParse<v.GenericSchema>(schema, values[key]);
      return [key, read.success ? read.output : defaultValue];
    }),
  ) as unknown as Settings;

const pick = (values: Values, wanted: (key: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => wanted(key)));

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The settings of this device and of the person that it shows, as the browser's local storage keeps them: those of the device, with those
 * of the last person, in one text, so that the sign-in looks as it did; and what each person has set in one of their own.
 */
export function createSettings(storage: TextStorage, now: () => number): SettingsStore {
  function read(key: string): unknown {
    try {
      return JSON.parse(storage.getItem(key) ?? '{}');
    } catch {
      // Somebody else's text.
      return undefined;
    }
  }
  function device(): Values {
    const stored = read(DEVICE);
    return typeof stored === 'object' && stored !== null ? (stored as Values) : {};
  }
  function ownOf(key: string | undefined): Own {
    const stored = key === undefined ? undefined : read(ofPerson(key));
    return v.is(OwnSchema, stored) ? stored : NOTHING;
  }
  /** What was set before anybody signed in: by the next person, for all that is known. An earlier version had no others. */
  function waiting(): readonly PersonKey[] {
    const last = device();
    const names = last['chosen'];
    if (Array.isArray(names)) return PERSON_KEYS.filter((key) => names.includes(key));
    const then = settingsOf(last);
    return PERSON_KEYS.filter((key) => !same(then[key], SETTINGS[key].default));
  }

  let account: string | undefined;
  const own = createValue(NOTHING);
  const count = createValue(0);

  function effective(): Settings {
    const { choices, isWhole } = own.get();
    const last = device();
    const mine = Object.fromEntries(Object.entries(choices).map(([key, { value }]) => [key, value]));
    return settingsOf({ ...(isWhole ? pick(last, (key) => !isPersonal(key)) : last), ...mine });
  }
  const value = createValue(effective());
  function coloursNow(): string | undefined {
    const { isWhole, colours: chosen } = own.get();
    const last = device()['colours'];
    return isWhole ? chosen : typeof last === 'string' ? last : undefined;
  }
  const colours = createValue(coloursNow());

  /** Addresses of correspondents are no business of whoever signs in next. */
  function store(): void {
    const { imageSenders: _, ...shown } = value.get();
    const chosen = own.get().isWhole ? [] : waiting();
    storage.setItem(DEVICE, JSON.stringify({ ...shown, chosen, colours: colours.get() }));
  }
  function refresh(): void {
    const next = effective();
    if (!same(next, value.get())) value.set(next);
    colours.set(coloursNow());
  }
  function keep(next: Own): void {
    if (account === undefined || same(next, own.get())) return;
    const before = own.get();
    own.set(
      next.isWhole && !before.isWhole ? { ...next, choices: chosen(next.choices, missing(next.choices), now()) } : next,
    );
    storage.setItem(ofPerson(account), JSON.stringify(own.get()));
    refresh();
    store();
  }
  function choose(part: Values): void {
    const mine = pick(part, isPersonal);
    const isMine = account !== undefined && Object.keys(mine).length > 0;
    if (isMine) keep(chosenHere(mine));
    const rest = account === undefined ? part : pick(part, (key) => !isPersonal(key));
    if (Object.keys(rest).length > 0) {
      const names = account === undefined ? [...new Set([...waiting(), ...Object.keys(mine)])] : waiting();
      storage.setItem(DEVICE, JSON.stringify({ ...device(), ...rest, chosen: names }));
      refresh();
    }
    if (isMine) count.set(count.get() + 1);
  }
  function chosenHere(mine: Values): Own {
    const kept = ownOf(account);
    return { ...kept, choices: chosen(kept.choices, mine, now()) };
  }
  /** What waits for a person, as far as this one has not set it elsewhere. */
  const missing = (choices: Choices): Values =>
    pick(value.get(), (key) => choices[key] === undefined && waiting().some((one) => one === key));

  return {
    ...value,
    own,
    colours,
    count,
    change(part) {
      const isNews = (key: string): boolean =>
        !same(part[key as SettingKey], value.get()[key as SettingKey]) ||
        (isPersonal(key) && own.get().choices[key] === undefined);
      choose(pick(part, isNews));
    },
    reset(keys) {
      const { choices } = own.get();
      const defaultValue = keys.map((key) => [key, isPersonal(key) ? undefined : SETTINGS[key].default] as const);
      choose(Object.fromEntries(defaultValue.filter(([key]) => !isPersonal(key) || choices[key]?.value !== undefined)));
    },
    reread(key) {
      if (account !== undefined && key === ofPerson(account)) own.set(ownOf(account));
      else if (key !== DEVICE) return;
      refresh();
    },
    enter(next) {
      account = next;
      own.set(ownOf(next));
      refresh();
      if (own.get().isWhole) store();
    },
    forget: (gone) => storage.removeItem(ofPerson(gone)),
    revise(whose, change) {
      // As it is stored: another page may have chosen meanwhile.
      if (whose === account) keep(change(ownOf(whose)));
    },
  };
}
