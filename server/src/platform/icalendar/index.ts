export {
  CalendarUnreadable,
  MAX_FILE_CHARACTERS,
  MAX_MAIL_CHARACTERS,
  calendarText,
  componentsOf,
  paramOf,
  parseCalendars,
  propertiesOf,
  propertyOf,
  textOf,
  valueOf,
  type Component,
  type Property,
} from './calendar-text.ts';
export {
  clockIn,
  durationMs,
  instantOfTime,
  timeOf,
  timeProperty,
  timesFrom,
  untilText,
  type CalendarTime,
} from './times.ts';
export { splitCalendars, type CalendarPiece, type SplitCalendar } from './pieces.ts';
export { zoneComponent } from './zone-writing.ts';
export { zoneOf } from './windows-zones.ts';
export { zoneLike, zonesOf, type FoundZone } from './zones.ts';
