export { davRoutes, type DavParts } from './routes.ts';
export type { CalendarTasks, DavTask } from './tasks.ts';
export { wholeText } from './texts.ts';
export { startForgetting } from './forgetting.ts';
