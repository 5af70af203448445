import type { PushTestProblem } from '@kontor/contract/settings';
import { postBytes, type EgressPolicy } from '../../../platform/egress/index.ts';
import {
  DEVICE_HEADER,
  PROBLEM_HEADER,
  PUSH_PATH,
  judgeRelay,
  retryAfterMs,
  toDeviceHeader,
  type Outcome,
  type PushServices,
} from '../../../platform/push/index.ts';
import { Breaker, PAUSE_MS } from './breaker.ts';
import type { PushKeys } from './keys.ts';
import { encryptFor, headersTo } from './request.ts';
import { isWeb, outcomeOf, type PhoneSubscription, type Subscription } from './rules.ts';

/** By what this server reaches devices. */
export interface Ways {
  /** Where push services of the web may be. */
  readonly policy: EgressPolicy;
  /** The services of phones that this server has keys for. */
  readonly services: Pick<PushServices, 'has' | 'serves' | 'send'>;
  /** The origin of the relay for all other apps. */
  readonly relay: string | undefined;
}

/** What carries messages to phones, each with what leaves it alone while it is away. */
export type Breakers = Readonly<Record<'relay' | 'apns' | 'fcm', Breaker>>;
export const createBreakers = (): Breakers => ({ relay: new Breaker(), apns: new Breaker(), fcm: new Breaker() });

/** How a message goes to a device: to a push service of the web, with own keys, or by the relay. Undefined where there is no way. */
export function wayTo({ services, relay }: Ways, subscription: Subscription): 'web' | 'own' | 'relay' | undefined {
  if (isWeb(subscription)) return 'web';
  if (services.serves(subscription)) return 'own';
  return relay === undefined ? undefined : 'relay';
}

/** Which services of phones are reached at all. */
export const reachedServices = ({ services, relay }: Ways) => ({
  apns: services.has.apns || relay !== undefined,
  fcm: services.has.fcm || relay !== undefined,
  unifiedPush: true,
});

/** What became of one try. */
export interface Tried {
  readonly outcome: Outcome;
  readonly waitMs: number | undefined;
  /** The last station that was reached. */
  readonly station: 'server' | 'relay' | 'service';
  readonly problem: PushTestProblem | null;
}

export interface Letter {
  readonly payload: string;
  readonly keys: PushKeys;
  readonly subject: string;
  readonly ttl: number;
  readonly urgency: 'high' | 'normal' | 'low';
  readonly topic: string;
  readonly now: number;
}

const WEB_PROBLEMS = { sent: null, gone: 'gone', busy: 'busy', failed: 'unreached', refused: 'refused' } as const;
const RELAY_PROBLEMS = {
  gone: 'gone',
  busy: 'busy',
  refused: 'refused',
  unreached: 'unreached',
  limit: 'relayBusy',
  app: 'relayRefused',
  signature: 'relayRefused',
  request: 'relayRefused',
} as const satisfies Record<NonNullable<ReturnType<typeof judgeRelay>['problem']>, PushTestProblem>;

async function postToWeb(endpoint: string, letter: Letter, body: Buffer, policy: EgressPolicy): Promise<Tried> {
  const headers = await headersTo(endpoint, body, letter);
  try {
    const { status, retryAfter } = await postBytes(endpoint, headers, body, policy);
    const outcome = outcomeOf(status);
    const waitMs = retryAfterMs(retryAfter, letter.now);
    return { outcome, waitMs, station: 'service', problem: WEB_PROBLEMS[outcome] };
  } catch {
    // Not a word of the address, which whoever reads the log could push to.
    return { outcome: 'failed', waitMs: undefined, station: 'server', problem: 'unreached' };
  }
}

async function postToRelay(relay: string, device: PhoneSubscription, letter: Letter, body: Buffer): Promise<Tried> {
  const address = `${relay}${PUSH_PATH}`;
  const headers = { ...(await headersTo(address, body, letter)), [DEVICE_HEADER]: toDeviceHeader(device) };
  try {
    // The operator has named it, and it may well be in their own network.
    const answer = await postBytes(address, headers, body, { allowPrivateHosts: true });
    const { outcome, by, problem } = judgeRelay(answer.status, answer.headers[PROBLEM_HEADER]);
    return {
      outcome,
      waitMs: retryAfterMs(answer.retryAfter, letter.now),
      station: by,
      problem: problem === null ? null : RELAY_PROBLEMS[problem],
    };
  } catch {
    return { outcome: 'busy', waitMs: PAUSE_MS, station: 'server', problem: 'relayUnreached' };
  }
}

async function postWithKeys(
  services: Ways['services'],
  device: PhoneSubscription,
  { ttl, urgency, topic }: Letter,
  body: Buffer,
): Promise<Tried> {
  const { outcome, waitMs, problem } = await services.send(device, { body, ttl, urgency, topic });
  return { outcome, waitMs, station: problem === 'unreached' ? 'server' : 'service', problem };
}

/** Sends a letter to a device by a way that there is. */
export async function sendBy(
  { policy, relay, services }: Ways,
  breakers: Breakers,
  subscription: Subscription,
  letter: Letter,
): Promise<Tried> {
  const body = await encryptFor(subscription, letter.payload);
  if (isWeb(subscription)) return postToWeb(subscription.endpoint, letter, body, policy);
  const byRelay = !services.serves(subscription) && relay !== undefined;
  const problem = byRelay ? 'relayUnreached' : 'unreached';
  const away: Tried = { outcome: 'busy', waitMs: PAUSE_MS, station: 'server', problem };
  return breakers[byRelay ? 'relay' : subscription.kind].run(letter.now, {
    work: () =>
      byRelay ? postToRelay(relay, subscription, letter, body) : postWithKeys(services, subscription, letter, body),
    paused: () => away,
    isUnreached: (tried) => tried.problem === problem && tried.station === 'server',
  });
}
