/** Version of the client that this contract belongs to; the specification's constant. */
export const CLIENT_VERSION = '0.0.671';
/** Value of `X-Compatibility-Version`. A client with another one shows the version-mismatch screen. */
export const COMPATIBILITY_VERSION = '1';

export const HEADERS = {
  compatibility: 'X-Compatibility-Version',
  platform: 'X-Platform',
  csrf: 'X-Csrf-Token',
  session: 'X-Session',
  instance: 'X-Instance',
  renewedToken: 'X-Auth-Token',
  replay: 'Idempotent-Replay',
} as const;
/** Value of `X-Platform` that every client sends. */
export const PLATFORM = 'App';

export const PAKO_TYPE = 'application/x-pako';
export const PROBLEM_TYPE = 'application/problem+json';

/** Limits of one command. */
export const MAX_DEFLATED_BYTES = 2 * 1024 * 1024;
export const MAX_INFLATED_BYTES = 8 * 1024 * 1024;
export const MAX_INFLATE_RATIO = 200;
/** A query whose address would be longer goes by POST. */
export const MAX_QUERY_ADDRESS_BYTES = 8 * 1024;

/** Heart-beat of the real-time channel, both ways. */
export const HEARTBEAT_MS = 5000;

/** When and how often a client sends a failed request again. */
export const RETRY = { tries: 5, triesWithoutResponse: 3, firstDelayMs: 1000 } as const;

/** True for a status that is worth sending again: 100-199, 429, 500-599. */
export const isRetryable = (status: number): boolean =>
  (status >= 100 && status < 200) || status === 429 || (status >= 500 && status < 600);
