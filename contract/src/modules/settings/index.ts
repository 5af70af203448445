export {
  DEFAULT_SCHEME,
  PERSON_KEYS,
  SETTINGS,
  SETTING_KEYS,
  isPersonal,
  isSetting,
  isZone,
  type PersonKey,
  type SettingKey,
  type Settings,
} from './keys.ts';
export {
  MOST_VALUE,
  settingsCommands,
  settingsEvents,
  settingsProblems,
  settingsQueries,
  type PersonSetting,
} from './operations.ts';
export {
  DEFAULT_COLOURS,
  MOST_SCHEMES,
  MOST_SCHEME_NAME,
  readScheme,
  schemeText,
  themeCommands,
  themeEvents,
  themeProblems,
  themeQueries,
  type Colours,
} from './schemes.ts';
