import type { TextStorage } from '../../client/environment.ts';
import type { NotifiedTimes } from './rules.ts';

const PREFIX = 'kontor.alarms.';

/** What this device has told of an account's alarms: on the page, and by the system. */
export interface Memory {
  readonly page: NotifiedTimes;
  readonly system: NotifiedTimes;
}

const areTimes = (value: unknown): value is NotifiedTimes =>
  typeof value === 'object' && value !== null && Object.values(value).every((time) => typeof time === 'number');

/** Reads what was told of an account's alarms; what cannot be understood was not. */
export function readMemory(storage: TextStorage, account: string): Memory {
  try {
    const { page, system } = JSON.parse(storage.getItem(PREFIX + account) ?? '{}') as Partial<Memory>;
    return { page: areTimes(page) ? page : {}, system: areTimes(system) ? system : {} };
  } catch {
    return { page: {}, system: {} };
  }
}

/** A device that keeps nothing tells again when the page is loaded anew. */
export function writeMemory(storage: TextStorage, account: string, memory: Memory): void {
  try {
    storage.setItem(PREFIX + account, JSON.stringify(memory));
  } catch {
    // Full, or forbidden.
  }
}
