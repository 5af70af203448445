import { TIME_FRAMES, timeFrameBounds, timeFrameOf } from '@kontor/contract/activity';
import { activityTexts, type Frames } from '../../activity/index.tsx';
import { rowOfCall } from '../row/rules.ts';
import { listTexts } from './list-texts.ts';

const CALLBACKS = 'callbacks';
const DONE = 3;

/** Groups of calls: who wants to be called back stands first, whenever that was; all others by when they were. */
export const callFrames: Frames = {
  order: [...TIME_FRAMES.toReversed(), CALLBACKS],
  names: {
    de: { ...activityTexts.de.frames, [CALLBACKS]: listTexts.de.callbacks },
    en: { ...activityTexts.en.frames, [CALLBACKS]: listTexts.en.callbacks },
  },
  at(now, zone) {
    const bounds = timeFrameBounds(now, zone);
    return (row) =>
      row.status !== DONE && rowOfCall(row).isCallbackDesired ? CALLBACKS : timeFrameOf(row.timestamp, bounds);
  },
};
