export { appCommands } from './app.ts';
export {
  APP_ICONS,
  DEFAULT_SCHEME,
  PERSON_KEYS,
  SETTINGS,
  SETTING_KEYS,
  SWIPE_ACTIONS,
  SLOT_THINGS,
  isPersonal,
  isSetting,
  isZone,
  type AppIcon,
  type PersonKey,
  type QuietHours,
  type SettingKey,
  type Settings,
  type SwipeAction,
  type SlotThing,
} from './keys.ts';
export { NOTIFICATION_KEYS, notificationCommands, notificationQueries } from './notification.ts';
export {
  PUSH_DEVICE_KINDS,
  PUSH_KEY,
  PUSH_TEST_PROBLEMS,
  PUSH_TEST_STEPS,
  PushMessageSchema,
  pushCommands,
  pushProblems,
  pushQueries,
  type PushDeviceKind,
  type PushMessage,
  type PushTestProblem,
  type PushTestStep,
} from './push.ts';
export {
  MAX_VALUE,
  settingsCommands,
  settingsEvents,
  settingsProblems,
  settingsQueries,
  type PersonSetting,
} from './operations.ts';
export {
  DEFAULT_COLOURS,
  MAX_SCHEMES,
  MAX_SCHEME_NAME,
  readScheme,
  schemeText,
  themeCommands,
  themeEvents,
  themeProblems,
  themeQueries,
  type Colours,
} from './schemes.ts';
export { settingsContract } from './contract.ts';
