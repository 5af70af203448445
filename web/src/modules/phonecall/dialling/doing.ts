import { phonecallQueries, type AttemptState } from '@kontor/contract/phonecall';
import type { Client } from '../../../client/client.ts';
import { isLocalAddress, isPhoneLink, isWindowAddress } from './rules.ts';

/** How often it is looked what came of what a telephone system was asked for, in milliseconds, and how many times at most. */
const ASK_MS = 300;
const MAX_ASKS = 100;

interface CameOf {
  readonly state: Exclude<AttemptState, 'calling'>;
  readonly href: string;
  readonly status: number;
}

/**
 * Why a call was not begun, or not ended: the telephone system has not done it (`away`), the program on the person's machine has not answered
 * (`local`), or only the person can open its address, `href` (`window`).
 */
export interface DialTrouble {
  readonly of: 'call' | 'hangUp';
  readonly why: 'away' | 'local' | 'window';
  readonly href: string;
}

/** Waits for what came of a call that the server makes, or of its end. */
export async function cameOf({ transport }: Client, callId: number, what: 'state' | 'end'): Promise<CameOf> {
  for (let tries = 0; tries < MAX_ASKS; tries += 1) {
    const { results } = await transport.query(phonecallQueries.attempt, { callId }, { once: true });
    const { href, status } = results;
    const state = results[what];
    if (state !== 'calling' && state !== null) return { state, href, status };
    await new Promise((resolve) => setTimeout(resolve, ASK_MS));
  }
  return { state: 'unknown', href: '', status: 0 };
}

/** Does what the server has told the client to do by itself. Returns why that was not done; undefined if it was. */
export async function doLocally(how: AttemptState | 'openLink', href: string): Promise<'local' | 'window' | undefined> {
  if (how === 'openLink') {
    if (!isPhoneLink(href)) return 'local';
    window.location.assign(href);
    return undefined;
  }
  if (how !== 'localGet') return undefined;
  if (!isLocalAddress(href, window.location.protocol === 'https:')) return isWindowAddress(href) ? 'window' : 'local';
  // What a program of the person's own machine answers cannot be read, nor need it be.
  return fetch(href, { mode: 'no-cors', credentials: 'omit', referrerPolicy: 'no-referrer' }).then(
    () => undefined,
    () => 'local',
  );
}
