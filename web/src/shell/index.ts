export { App } from './app.tsx';
export { attempt } from './failures/attempt.ts';
export { Extra } from './failures/boundary.tsx';
export {
  ShellProvider,
  useAside,
  useFormats,
  useGo,
  useKeyName,
  useKeys,
  useLanguage,
  useMedia,
  useMinute,
  useSettings,
  useShell,
  useSplit,
  useTexts,
  useZone,
  WIDE,
  type Shell,
} from './context.tsx';
export { Failed } from './failures/failed.tsx';
export { FaultId } from './failures/fault-id.tsx';
export { DARK, applyTheme } from './settings/theme.ts';
export { createNavigator, type MayGo } from './history.ts';
export { createKeys, nameOfKey, pressOf, type KeyPress } from './keys/keys.ts';
export { defineTexts, plural, type Language, type Texts } from './language.ts';
export {
  type AboutInvitation,
  type RemovalQuestion,
  defineManifest,
  type AboutRecord,
  type Command,
  type Creation,
  type ItemTools,
  type Manifest,
  type MenuEntry,
  type FieldBack,
  type PersonAction,
  type RecordAction,
  type RowKind,
  type Screen,
  type ScreenProps,
  type SettingsGroup,
  type SettingsTab,
  type Written,
} from './manifest.ts';
export { takeArrival } from './accounts/arrival.ts';
export { createNotices, type Notices } from './bars/notices.ts';
export { createPwa } from './background/pwa.ts';
export { detailHref, filteredListOf, href, matchPath, pathOf, type FilteredListRoute } from './routes.ts';
export { createSettings, type Settings } from './settings/settings.ts';
export { Link } from './link.tsx';
export { Portrait } from './people/portrait.tsx';
export { presenceParts } from './people/presence-parts.ts';
export { HeadSlot } from './menu/slots.tsx';
export { Stale } from './bars/stale.tsx';
export { kindOfScreens } from './screens.ts';
export type { Tabs } from './tabs/open-tabs.ts';
export type { HowOpened } from './tabs/tab-rules.ts';
export { createUnsaved } from './forms/unsaved.ts';
export { createUnfinished } from './accounts/unfinished.ts';
export { useAccountEntries } from './accounts/account-entries.ts';
export { momentChosen } from './palette/moment-chosen.ts';
