export { davRoutes, type DavParts } from './routes.ts';
export type { CalendarTasks, DavTask } from './tasks.ts';
export { wholeText } from './texts.ts';
export { startForgetting } from './forgetting.ts';
export { addressesOfAll, userOfAddress, type Addresses } from '../icalendar/addresses.ts';
export { bringBack, changeObject, enterObject, removeObject } from './writing.ts';
