export { App } from './app.tsx';
export { attempt } from './attempt.ts';
export { Extra } from './boundary.tsx';
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
export { Failed } from './failed.tsx';
export { FaultId } from './fault-id.tsx';
export { DARK, showLook } from './look.ts';
export { createNavigator, type MayGo } from './history.ts';
export { createKeys, nameOfKey, pressOf, type KeyPress } from './keys.ts';
export { defineTexts, plural, type Language, type Texts } from './language.ts';
export {
  type RemovalQuestion,
  defineManifest,
  type AboutRecord,
  type Command,
  type Creation,
  type ItemTools,
  type Manifest,
  type MenuEntry,
  type FieldBack,
  type RecordAction,
  type RowKind,
  type Screen,
  type ScreenProps,
  type SettingsGroup,
  type SettingsTab,
} from './manifest.ts';
export { takeArrival } from './arrival.ts';
export { createNotices, type Notices } from './notices.ts';
export { createPwa } from './pwa.ts';
export { detailHref, filteredListOf, href, matchPath, pathOf, type FilteredListRoute } from './routes.ts';
export { createSettings, type Settings } from './settings.ts';
export { Link } from './link.tsx';
export { Portrait } from './portrait.tsx';
export { HeadSlot } from './slots.tsx';
export { Stale } from './stale.tsx';
export { kindOfScreens } from './screens.ts';
export type { Tabs } from './open-tabs.ts';
export type { HowOpened } from './tab-rules.ts';
export { createUnsaved } from './unsaved.ts';
export { createUnfinished } from './unfinished.ts';
export { useAccountEntries } from './account-entries.ts';
export { momentChosen } from './moment-chosen.ts';
