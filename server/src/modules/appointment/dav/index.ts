export { davRoutes, type DavParts } from './routes.ts';
export type { CalendarTasks, DavTask } from './tasks.ts';
export { toIcal } from './events.ts';
export { wholeText } from './texts.ts';
export { startForgetting } from './forgetting.ts';
export { addressesOfAll, userOfAddress, type Addresses } from './people.ts';
export { bringBack, changeObject, enterObject, removeObject } from './writing.ts';
