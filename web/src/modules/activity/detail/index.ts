export { AlarmMoment } from './alarm-moment.tsx';
export { HistoryPanel, useHistoryItem } from './history.tsx';
export { ItemBar } from './item-bar.tsx';
export { GonePage, ItemDetail } from './item-detail.tsx';
export { putBackOf } from './put-back.ts';
export { TextOdds } from './text-odds.tsx';
export { usePictures } from './use-pictures.ts';
