export { App } from './app.tsx';
export {
  ShellProvider,
  useAside,
  useFormats,
  useGo,
  useKeys,
  useLanguage,
  useMedia,
  useMinute,
  useSettings,
  useShell,
  useSplit,
  useTexts,
  useZone,
  type Shell,
} from './context.tsx';
export { FaultId } from './fault-id.tsx';
export { DARK, showLook } from './look.ts';
export { createNavigator } from './history.ts';
export { createKeys, type KeyPress } from './keys.ts';
export { defineTexts, plural, type Language, type Texts } from './language.ts';
export {
  defineManifest,
  type Manifest,
  type MenuEntry,
  type Screen,
  type ScreenProps,
  type SettingsGroup,
  type SettingsTab,
} from './manifest.ts';
export { takeArrival } from './arrival.ts';
export { createNotices, type Notices } from './notices.ts';
export { createPwa } from './pwa.ts';
export { detailHref, href, matchPath } from './routes.ts';
export { createSettings, type Settings } from './settings.ts';
export { Portrait } from './portrait.tsx';
export { Stale } from './stale.tsx';
export { createUnfinished } from './unfinished.ts';
export { useSeats } from './seats.ts';
