import type { DialWay } from '@kontor/contract/phonecall';
import { addressKind, EgressError, isAddress, sendTo, type EgressPolicy } from '../../../platform/egress/index.ts';
import { isLoopback } from '../../../platform/loopback.ts';
import { fail } from '../../../platform/operation/problem.ts';
import { dropAddress, formOf, makecallAddress, shownAddress, type Placeholders } from './rules.ts';

const SIPGATE = 'https://api.sipgate.com/v2';
const CALL_MS = 10_000;
/** Calls that are being begun by one process at a time. */
const MAX_AT_ONCE = 32;

/** A way to make calls with what is secret of it. */
export interface Way {
  readonly way: DialWay;
  readonly url: string;
  readonly urlInit: string;
  readonly urlHangup: string;
  readonly tokenId: string;
  readonly token: string;
  readonly terminal: string;
  readonly callerId: string;
  /** As the person signs in. */
  readonly user: string;
}

/** What came of it. `session`: what a telephone system calls the call; empty where it says nothing. */
export interface Made {
  readonly how: 'done' | 'openLink' | 'localGet';
  readonly href: string;
  readonly session: string;
}

const sipgateAt = ({ url }: Way): string => shownAddress(url) || SIPGATE;

const DONE: Made = { how: 'done', href: '', session: '' };

let atOnce = 0;
/** Throws PHONE_SYSTEM_AWAY where the address is not reached, may not be, or answers anything but success. */
async function request(address: string, sending: Parameters<typeof sendTo>[1], policy: EgressPolicy): Promise<string> {
  if (atOnce >= MAX_AT_ONCE) return fail('PHONE_SYSTEM_AWAY', { data: { status: 0 }, retryAfter: 1 });
  atOnce += 1;
  const answer = await sendTo(address, { timeoutMs: CALL_MS, ...sending }, policy)
    .catch((error: unknown) => {
      if (error instanceof EgressError && error.code === 'HOST_NOT_ALLOWED') throw error;
      return { status: 0, body: '' };
    })
    .finally(() => (atOnce -= 1));
  if (answer.status < 200 || answer.status > 299) return fail('PHONE_SYSTEM_AWAY', { data: { status: answer.status } });
  return answer.body;
}

/** The same, where a host that may not be reached is one that is away. */
const away = (error: unknown): never => {
  if (error instanceof EgressError) return fail('PHONE_SYSTEM_AWAY', { data: { status: 0 } });
  throw error;
};

const sipgateHeaders = ({ tokenId, token }: Way) => ({
  authorization: `Basic ${Buffer.from(`${tokenId}:${token}`).toString('base64')}`,
  accept: 'application/json',
});

function sessionIn(body: string): string {
  try {
    const { sessionId } = JSON.parse(body) as { sessionId?: unknown };
    return typeof sessionId === 'string' && /^[\w.:@-]{1,200}$/.test(sessionId) ? sessionId : '';
  } catch {
    return '';
  }
}

async function bySipgate(way: Way, e164: string, policy: EgressPolicy): Promise<Made> {
  const { terminal, callerId } = way;
  const order = { deviceId: terminal, caller: terminal, callee: e164, ...(callerId === '' ? {} : { callerId }) };
  const body = await request(
    `${sipgateAt(way)}/sessions/calls`,
    {
      method: 'POST',
      headers: { ...sipgateHeaders(way), 'content-type': 'application/json' },
      body: JSON.stringify(order),
    },
    policy,
  ).catch(away);
  return { ...DONE, session: sessionIn(body) };
}

const valuesOf = ({ terminal, token, user }: Way, number: string): Placeholders => ({ number, terminal, token, user });

async function byForm(address: string, values: Placeholders, policy: EgressPolicy): Promise<void> {
  const { url, fields } = formOf(address, values);
  const sending = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: fields.toString(),
  } as const;
  await request(url, sending, policy).catch(away);
}

/**
 * Whether the person's own machine alone reaches an address: loopback, or a private address where the server may not go. Of a name that follows only
 * when it is looked up.
 */
function isLocal(address: string, { allowPrivateHosts }: EgressPolicy): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  if (isLoopback(host)) return true;
  return isAddress(host) && addressKind(host) === 'internal' && !allowPrivateHosts;
}

async function byTapi(address: string, policy: EgressPolicy): Promise<Made> {
  const local: Made = { how: 'localGet', href: address, session: '' };
  if (isLocal(address, policy)) return local;
  try {
    await request(address, { method: 'GET' }, policy);
    return DONE;
  } catch (error) {
    // The name leads to where only those in that network are; a machine of theirs may ask.
    if (error instanceof EgressError && error.code === 'HOST_NOT_ALLOWED') return local;
    return away(error);
  }
}

/** Makes a call. `number`: as it is dialled; `e164`: as it is reached from everywhere, or the same. Throws PHONE_SYSTEM_AWAY. */
export async function makeCall(way: Way, number: string, e164: string, policy: EgressPolicy): Promise<Made> {
  switch (way.way) {
    case 'sipgateIO':
      return bySipgate(way, e164, policy);
    case 'curlPost':
      await byForm(way.urlInit || way.url, valuesOf(way, number), policy);
      return DONE;
    case 'tapimasterExtern':
      return byTapi(makecallAddress(way.url, way.terminal, number), policy);
    case 'asterisk':
      return { how: 'openLink', href: `callto:${number}`, session: '' };
  }
}

/** Ends a call. `session`: what the telephone system calls it. Throws PHONE_SYSTEM_AWAY; PHONE_NOT_CONFIGURED where the way has no end. */
export async function endCall(
  way: Way,
  number: string,
  session: string,
  policy: EgressPolicy,
): Promise<{ readonly how: 'done' | 'localGet'; readonly href: string }> {
  if (way.way === 'sipgateIO' && session !== '') {
    const address = `${sipgateAt(way)}/calls/${encodeURIComponent(session)}`;
    await request(address, { method: 'DELETE', headers: sipgateHeaders(way) }, policy).catch(away);
    return { how: 'done', href: '' };
  }
  if (way.way === 'curlPost' && way.urlHangup !== '') {
    await byForm(way.urlHangup, valuesOf(way, number), policy);
    return { how: 'done', href: '' };
  }
  if (way.way === 'tapimasterExtern') {
    const { how, href } = await byTapi(dropAddress(way.url, way.terminal), policy);
    return { how: how === 'localGet' ? how : 'done', href };
  }
  return fail('PHONE_NOT_CONFIGURED', { data: { error: 'LOCATION_HAS_NO_CONFIGURATION' } });
}
