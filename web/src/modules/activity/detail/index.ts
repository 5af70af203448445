export { AlarmMoment } from './alarm-moment.tsx';
export { discardBy } from './discard-by.ts';
export { writtenScreen } from './written-item.tsx';
