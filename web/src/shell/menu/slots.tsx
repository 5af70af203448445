import type { SlotThing } from '@kontor/contract/settings';
import { createContext, use, useState } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { Requested, holdWhile } from '../../ui/held-keys.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { Icon, IconButton } from '../../ui/parts.tsx';
import { attempt } from '../failures/attempt.ts';
import { Extra } from '../failures/boundary.tsx';
import { useGo, useKeyName, useLanguage, useSettings, useShell, useTexts, useWide } from '../context.tsx';
import { href } from '../routes.ts';
import { texts } from '../texts.ts';

const CreateMenu = lazily(() => import('../palette/create-menu.tsx').then((module) => module.CreateMenu));

/** What the corners of the app can open. */
export interface SlotDoors {
  readonly find: () => void;
  readonly people: () => void;
  readonly arePeopleShown: boolean;
}
const DoorsContext = createContext<SlotDoors | undefined>(undefined);
export const SlotDoorsProvider = DoorsContext.Provider;

/** True while requests are on their way, where the person wants to see that. */
export function useLoadingShown(): boolean {
  const { slotTopLeft, slotTopRight } = useSettings();
  const isLoading = useValue(useClient().loading);
  return isLoading && [...slotTopLeft, ...slotTopRight].includes('loading');
}

type Shown = Exclude<SlotThing, 'menu' | 'loading'>;
const KEYS: Partial<Record<Shown, string>> = { search: 'g f', find: 'Ctrl+k', people: 'o', create: 'c' };
const ICONS: Record<Shown, IconName> = {
  search: 'magnifying-glass',
  find: 'keyboard',
  people: 'users',
  create: 'plus',
  settings: 'gear',
  changes: 'clock-counter-clockwise',
};
const isShown = (thing: SlotThing): thing is Shown => Object.hasOwn(ICONS, thing);

/**
 * What the person has put at a corner. The button of the menu and what loads are where they always are.
 * `labelled`: as an entry of the menu at the bottom; `head`: in the head of a list, which has a search of its own.
 */
export function Slot({
  of,
  labelled = false,
  head = false,
}: {
  of: 'slotTopLeft' | 'slotTopRight' | 'slotBottomLeft' | 'slotBottomRight';
  labelled?: boolean;
  head?: boolean;
}) {
  const t = useTexts(texts);
  const go = useGo();
  const { [of]: chosen } = useSettings();
  const creations = useCreations();
  const [creating, setCreating] = useState<DOMRect>();
  const things = chosen
    .filter(isShown)
    .filter((thing) => !(head && thing === 'search') && (thing !== 'create' || creations.length > 0));
  const waiting = useValue(useClient().waiting).length;
  const doors = use(DoorsContext);
  if (doors === undefined) return null;
  const run: Record<Shown, (button: Element) => void> = {
    search: () => go(href('filterList', { view: 'usual', date: 'usual', source: 'main' })),
    find: doors.find,
    people: doors.people,
    create: (button) => (creations.length === 1 ? creations[0]?.run() : setCreating(button.getBoundingClientRect())),
    settings: () => go(href('settings', { selectedSettingsTab: 'overview' })),
    changes: () => go(href('settings', { selectedSettingsTab: 'changes' })),
  };
  const shown = things.map((thing) => {
    const label = thing === 'changes' && waiting > 0 ? `${t.slots.changes} (${waiting})` : t.slots[thing];
    const pressed = thing === 'people' ? doors.arePeopleShown : undefined;
    return labelled ? (
      <button
        key={thing}
        type="button"
        aria-pressed={pressed}
        onClick={({ currentTarget }) => run[thing](currentTarget)}
      >
        <Icon name={ICONS[thing]} />
        <span className="label">{label}</span>
      </button>
    ) : (
      <IconButton
        key={thing}
        icon={ICONS[thing]}
        label={label}
        aria-pressed={pressed}
        {...(KEYS[thing] === undefined ? {} : { hotkey: KEYS[thing] })}
        onClick={({ currentTarget }) => run[thing](currentTarget)}
      />
    );
  });
  return (
    <>
      {shown}
      {creating === undefined ? null : (
        <Requested>
          <CreateMenu creations={creations} anchor={creating} onClose={() => setCreating(undefined)} />
        </Requested>
      )}
    </>
  );
}

/** What the person may begin anew. */
export function useCreations() {
  const { modules, notices, tabs } = useShell();
  const client = useClient();
  const language = useLanguage();
  const rights = useValue(client.configuration)?.rights;
  return modules
    .flatMap(({ creates = [] }) => creates)
    .filter(({ right }) => rights?.[right] === true)
    .map(({ run, ...creation }) => {
      const given = { client, notices, language };
      return {
        ...creation,
        run: () => attempt(given, () => holdWhile(() => run(given, (address) => tabs.open(address, 'beside')))),
      };
    });
}

/** What leads to everything that can be found, gone to and done: it looks like the field that opens. */
export function FindField() {
  const t = useTexts(texts);
  const key = useKeyName()('Ctrl+k');
  const doors = use(DoorsContext);
  return (
    <button type="button" className="find-field" title={t.findHint} onClick={doors?.find}>
      <Icon name="magnifying-glass" small />
      <span className="label">{t.findHint}</span>
      {key === '' ? null : <kbd>{key}</kbd>}
    </button>
  );
}

/** What the modules have to say in the head. */
export const Heads = () =>
  useShell().modules.map(({ name, head: Head }) =>
    Head === undefined ? null : (
      <Extra key={name}>
        <Head />
      </Extra>
    ),
  );

/** A corner at the top of small screens, where there is no menu beside the list. */
export function HeadSlot({ of }: { of: 'slotTopLeft' | 'slotTopRight' }) {
  return useWide() ? null : (
    <>
      {of === 'slotTopRight' ? <Heads /> : null}
      <Slot of={of} head />
    </>
  );
}
