import { MAX_DIAL_POLLS, type DialFault } from '@kontor/contract/phonecall';

/** Why a number is asked about before it is called. */
export type ConfirmReason = 'premium' | 'emergency' | 'abroad';

/** A call that was begun. */
export interface Begun {
  readonly callId: number;
  readonly canHangUp: boolean;
  /** A telephone system will tell of it. */
  readonly isTold: boolean;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** How far a call is that is made from here. */
export type Dialling =
  | { readonly kind: 'ready' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'confirm'; readonly why: ConfirmReason }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly fault?: DialFault;
      readonly max?: number;
      readonly of?: 'user' | 'instance';
      readonly status?: number;
    }
  | { readonly kind: 'dialling'; readonly begun: Begun; readonly polls: number }
  /** It was looked for long enough, or nobody tells of it. */
  | { readonly kind: 'waiting'; readonly begun: Begun }
  | { readonly kind: 'ended'; readonly begun: Begun };

/** Turns between two looks while the real-time channel tells of the call by itself. */
const LIVE_TURNS = 5;

/** Whether the server is asked for the call in this turn. `turn`: from 1. */
export const isPolled = (turn: number, isLive: boolean): boolean => !isLive || turn % LIVE_TURNS === 0;

/** A turn is over, and no call was found. */
export const polled = (state: Dialling): Dialling =>
  state.kind !== 'dialling'
    ? state
    : state.polls + 1 >= MAX_DIAL_POLLS
      ? { kind: 'waiting', begun: state.begun }
      : { ...state, polls: state.polls + 1 };

const REASONS: readonly string[] = ['premium', 'emergency', 'abroad'] satisfies readonly ConfirmReason[];

/** What a refusal of the server means. `data`: what it says beside its code. */
export function refused(code: string, data: unknown): Dialling {
  const { why, error, max, of, status } = (data ?? {}) as {
    readonly why?: string;
    readonly error?: DialFault;
    readonly max?: number;
    readonly of?: 'user' | 'instance';
    readonly status?: number;
  };
  if (code === 'PHONE_NUMBER_CONFIRM' && why !== undefined && REASONS.includes(why))
    return { kind: 'confirm', why: why as ConfirmReason };
  return {
    kind: 'refused',
    code,
    ...(error === undefined ? {} : { fault: error }),
    ...(max === undefined ? {} : { max }),
    ...(of === undefined ? {} : { of }),
    ...(status === undefined ? {} : { status }),
  };
}

/** Whether an address that the client is to open is a link that telephones understand, with nothing but a plus sign and digits in it. */
export const isPhoneLink = (href: string): boolean => /^(?:tel|callto):\+?[0-9]{3,15}$/.test(href);

const isWeb = (url: URL | null): url is URL => url !== null && /^https?:$/.test(url.protocol);
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
/** The loopback that the policy of an https page names (security-headers.ts of the server). */
const NAMED_LOOPBACK = /^(?:localhost|127\.0\.0\.1)$/;
/** Addresses of private networks; names without a dot, and those that only private networks give. */
const PRIVATE =
  /^(?:10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|169\.254\.[\d.]+|\[f[cd][\da-f:]+\]|\[fe[89ab][\da-f:]+\]|[^.:[\]]+|.+\.(?:local|lan|internal|home\.arpa))$/;

/**
 * Whether the page may fetch an address by itself: one of the person's own machine, or of their network. A page that came by https reaches by http
 * only the loopback that its policy names.
 */
export function isLocalAddress(href: string, isSecurePage: boolean): boolean {
  const url = URL.parse(href);
  if (!isWeb(url)) return false;
  if (isSecurePage && url.protocol === 'http:') return NAMED_LOOPBACK.test(url.hostname);
  return LOOPBACK.test(url.hostname) || PRIVATE.test(url.hostname);
}

/** Whether the person can open an address in a window of its own. */
export const isWindowAddress = (href: string): boolean => isWeb(URL.parse(href));
