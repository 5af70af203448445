/** What a phone has of an alarm that it was to ring by itself: see AlarmPlan.java. */
export type OwnAlarm = 'NONE' | 'SHOWN' | 'WAITS' | 'PUT_AWAY';
export type Arrival = 'NOTHING' | 'SHOW' | 'REPLACE' | 'RING';

/**
 * What the shell does with a push about an alarm: the same as AlarmPlan.java, which `tools/lib/native-java.test.mjs` holds against this. `at`: the moment
 * that the push is about; `isTold`: whether it was shown before; `planned`: the moment for which the phone has it.
 */
export function arrivalOf(at: number, isTold: boolean, own: OwnAlarm, planned: number): Arrival {
  if (isTold) return 'NOTHING';
  if (own === 'NONE') return 'SHOW';
  if (planned !== at) return planned > at ? 'SHOW' : 'REPLACE';
  return own === 'WAITS' ? 'RING' : 'NOTHING';
}

/** Whether a silence about a moment ends what the phone has. */
export const isOver = (at: number, planned: number): boolean => planned <= at;
