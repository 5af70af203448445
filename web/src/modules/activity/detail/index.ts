export { AlarmMoment } from './alarm-moment.tsx';
export { discardBy } from './discard-by.ts';
export { HistoryPanel, useHistoryItem } from './history.tsx';
export { putBackOf } from './put-back.ts';
export { TextConflicts } from './text-conflicts.tsx';
export { usePictures } from './use-pictures.ts';
export { writtenScreen } from './written-item.tsx';
