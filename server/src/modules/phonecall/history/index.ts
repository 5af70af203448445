export { startHistory, type HistoryParts } from './asking.ts';
