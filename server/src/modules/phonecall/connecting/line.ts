import type { EgressPolicy } from '../../../platform/egress/index.ts';
import type { PhoneEvent } from '../arriving/index.ts';
import type { ChannelCalls } from './channels.ts';

/** Why a connection ended that may be tried again. */
export class LineFault extends Error {
  readonly fault: 'refused' | 'unreadable';
  constructor(fault: 'refused' | 'unreadable') {
    super(fault);
    this.fault = fault;
  }
}

/** Who is told what a connection hears. */
export interface Heard {
  /** It is signed in. */
  ready(): void;
  events(events: readonly PhoneEvent[]): void;
  /** These calls, and no others, are going on. */
  running(refs: readonly string[]): void;
}

/** Connects to a telephone system and listens until the connection ends, or `signal` does. Throws LineFault, EgressError or Error. */
export type Connect = (
  line: { readonly host: string; readonly port: number; readonly user: string; readonly secret: string },
  policy: EgressPolicy,
  calls: ChannelCalls,
  heard: Heard,
  signal: AbortSignal,
) => Promise<void>;

const FIRST_MS = 1000;
const MAX_MS = 5 * 60_000;

/** How long is waited before the next try, in milliseconds. `failures`: tries that failed in a row; `chance`: from 0 to 1. */
export const pauseAfter = (failures: number, chance: number): number =>
  Math.round(Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20)) * (0.75 + chance / 4));
