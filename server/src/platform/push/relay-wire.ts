import * as v from 'valibot';
import type { Delivery, Outcome, ServiceDevice } from './outcome.ts';

/**
 * How a server speaks to a relay: as to any push service of the web (RFC 8030, encrypted by RFC 8291, signed by RFC 8292), at this one address, with the
 * device in a header, so that it stands in no log of addresses.
 */
export const PUSH_PATH = '/push';
/** The device, as base64url of JSON. */
export const DEVICE_HEADER = 'push-device';
/** What went wrong behind the relay, or at it: one of `RELAY_PROBLEMS`. */
export const PROBLEM_HEADER = 'push-problem';

/** The first four are the service's, the others the relay's own. */
const RELAY_PROBLEMS = ['gone', 'busy', 'refused', 'unreached', 'limit', 'app', 'signature', 'request'] as const;
export type RelayProblem = (typeof RELAY_PROBLEMS)[number];

const token = v.pipe(v.string(), v.regex(/^[\w:.%+/=-]{8,1000}$/));
const app = v.pipe(v.string(), v.regex(/^[A-Za-z][\w.-]{2,200}$/));
export const ServiceDeviceSchema = v.variant('kind', [
  v.object({
    kind: v.literal('apns'),
    // Apple's are hex.
    token: v.pipe(v.string(), v.regex(/^[0-9a-f]{32,400}$/i)),
    app,
    environment: v.optional(v.picklist(['production', 'sandbox']), 'production'),
  }),
  v.object({ kind: v.literal('fcm'), token, app }),
]);

export const toDeviceHeader = (device: ServiceDevice): string => {
  const { kind, token: own, app: of } = device;
  const named = { kind, token: own, app: of, ...(kind === 'apns' ? { environment: device.environment } : {}) };
  return Buffer.from(JSON.stringify(named)).toString('base64url');
};

/** Reads the header of a request; undefined where it names no device. */
export function readDeviceHeader(header: unknown): ServiceDevice | undefined {
  if (typeof header !== 'string' || header.length > 4000) return undefined;
  try {
    const { output, success } = v.safeParse(
      ServiceDeviceSchema,
      JSON.parse(Buffer.from(header, 'base64url').toString()),
    );
    return success ? output : undefined;
  } catch {
    return undefined;
  }
}

/** What a relay answers. */
export interface RelayAnswer {
  readonly status: number;
  readonly problem: RelayProblem | undefined;
}

/** Returns what a relay answers to the server that has sent something, for what the service has answered. */
export function answerOf({ outcome, problem }: Delivery): RelayAnswer {
  if (outcome === 'sent') return { status: 201, problem: undefined };
  if (outcome === 'gone') return { status: 410, problem: 'gone' };
  if (outcome === 'refused') return { status: 400, problem: 'refused' };
  return { status: 503, problem: problem === 'unreached' ? 'unreached' : 'busy' };
}

/** What a relay's answer means for the device and the message, and whose fault it is. */
export interface Judged {
  readonly outcome: Outcome;
  readonly by: 'relay' | 'service';
  readonly problem: RelayProblem | null;
}

export function judgeRelay(status: number, header: unknown): Judged {
  const problem = RELAY_PROBLEMS.find((one) => one === header) ?? null;
  if (status >= 200 && status < 300) return { outcome: 'sent', by: 'service', problem: null };
  switch (problem) {
    case 'gone':
    case 'refused':
      return { outcome: problem, by: 'service', problem };
    case 'busy':
    case 'unreached':
      return { outcome: 'busy', by: 'service', problem };
    case 'app':
    case 'request':
      return { outcome: 'refused', by: 'relay', problem };
    case 'limit':
    case 'signature':
      return { outcome: 'busy', by: 'relay', problem };
    case null:
      // Whoever has answered is not a relay as we know it, or stands before one.
      return { outcome: 'busy', by: 'relay', problem: status === 429 ? 'limit' : 'request' };
  }
}
