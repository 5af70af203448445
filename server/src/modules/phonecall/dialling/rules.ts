import type { DialFault, DialWay } from '@kontor/contract/phonecall';

const DIALLABLE = /^\+?[0-9]{3,15}$/;
/** Signs by which people part the digits of a number, and nothing else does. */
const PARTS = /[ \u00a0()/.–-]/g;

/**
 * Returns the number that a text is, as it may be dialled; undefined where it is none, or has signs that steer telephones (`*`, `#`, pauses),
 * letters, or signs that turn the direction of writing.
 */
export function dialled(text: string): string | undefined {
  if (text.includes('..')) return undefined;
  const trunkless = text.trim().replace(/^\+(\d{1,3}) ?\(0\)/, '+$1');
  const bare = trunkless.replace(PARTS, '');
  return DIALLABLE.test(bare) ? bare : undefined;
}

const DEFAULT_EMERGENCY = ['110', '112'];
const EMERGENCY: Readonly<Record<string, readonly string[]>> = {
  DE: DEFAULT_EMERGENCY,
  AT: ['112', '122', '133', '144'],
  CH: ['112', '117', '118', '144', '1414'],
  LI: ['112', '117', '118', '144', '1414'],
  GB: ['112', '999'],
  US: ['911', '112'],
  CA: ['911', '112'],
};

/** Beginnings of numbers that cost more, behind the code of their country. */
const PREMIUM: Readonly<Record<string, RegExp>> = {
  '49': /^(?:900|137|180|190|118|012)/,
  '43': /^(?:900|901|930|931|939|118|810|820|821)/,
  '41': /^(?:900|901|906)/,
  '1': /^900/,
};
/** Satellites, which are reached from everywhere alike. */
const SATELLITE = /^(?:870|88[123])/;
/** Numbers that are dialled without anything before them. */
const BARE_PREMIUM: Readonly<Record<string, RegExp>> = { '49': /^118\d{2,3}$/, '43': /^118\d{2,3}$/, '41': /^18\d\d$/ };

export type Confirm = 'premium' | 'emergency' | 'abroad';

export interface NumberToConfirm {
  /** As `dialled` returns it. */
  readonly number: string;
  /** As it is reached from everywhere (`+49431123456`); empty where it is none. */
  readonly e164: string;
  /** Two capital letters: where numbers without a code are. */
  readonly country: string;
  /** The code of that country, and the one that the number begins with. */
  readonly ownCode: string;
  readonly itsCode: string;
}

/** What somebody is asked about before a number is called; undefined for nothing. `abroad` says nothing of whether the country is known. */
export function toConfirm({ number, e164, country, ownCode, itsCode }: NumberToConfirm): Confirm | undefined {
  if ((EMERGENCY[country] ?? DEFAULT_EMERGENCY).includes(number)) return 'emergency';
  if (BARE_PREMIUM[ownCode]?.test(number) === true) return 'premium';
  const digits = number.startsWith('+') ? number.slice(1) : number.startsWith('00') ? number.slice(2) : undefined;
  const whole = e164 === '' ? (digits ?? '') : e164.slice(1);
  if (SATELLITE.test(whole)) return 'premium';
  // A number of services may be none that the library takes for one of its country.
  const own = number.startsWith('0') && digits === undefined ? number.slice(1) : undefined;
  if (own !== undefined && PREMIUM[ownCode]?.test(own) === true) return 'premium';
  const code = Object.keys(PREMIUM).find((one) => whole.startsWith(one));
  if (code !== undefined && PREMIUM[code]?.test(whole.slice(code.length)) === true) return 'premium';
  const isAbroad = itsCode === '' ? digits !== undefined && !digits.startsWith(ownCode) : itsCode !== ownCode;
  return isAbroad ? 'abroad' : undefined;
}

/** What of a location decides whether calls can be made by it. */
export interface LocationState {
  readonly way: DialWay | 'other';
  readonly url: string;
  readonly urlInit: string;
  readonly tokenId: string;
  readonly hasToken: boolean;
}

export interface DialState {
  readonly isAllowed: boolean;
  readonly terminal: string;
  readonly location: LocationState | null;
}

function isConfigured({ way, url, urlInit, tokenId, hasToken }: LocationState): boolean {
  if (way === 'sipgateIO') return tokenId !== '' && hasToken;
  if (way === 'tapimasterExtern') return url !== '';
  return way === 'curlPost' ? url !== '' || urlInit !== '' : true;
}

/** What is wrong with how somebody's calls are made; empty for nothing. `state`: undefined where nothing was said of the person. */
export function faultOf(state: DialState | undefined): DialFault | '' {
  if (state === undefined) return 'USER_HAS_NO_CONFIGURATION';
  const { isAllowed, terminal, location } = state;
  if (!isAllowed) return 'USER_IS_NOT_ALLOWED_TO_INITIATE_OUTGOING_PHONECALLS';
  if (location === null) return 'USER_HAS_NO_LOCATION_CONFIGURED';
  if (location.way === 'other') return 'USER_HAS_UNSUPPORTED_LOCATION_CONFIGURED';
  // A link is opened by whatever telephone the person's machine has.
  if (terminal === '' && location.way !== 'asterisk') return 'USER_HAS_NO_TERMINAL_CONFIGURED';
  return isConfigured(location) ? '' : 'LOCATION_HAS_NO_CONFIGURATION';
}

/** Whether a call that was begun by a way can be ended from here. */
export const canHangUp = (way: DialWay | 'other', urlHangup: string): boolean =>
  way === 'sipgateIO' || way === 'tapimasterExtern' || (way === 'curlPost' && urlHangup !== '');

export type Placeholders = Readonly<Record<'number' | 'terminal' | 'token' | 'user', string>>;

/**
 * The address that a form is posted to, and its fields: the address's query, taken apart before placeholders are put into its values, so that
 * no value makes a field of its own.
 */
export function formOf(
  address: string,
  values: Placeholders,
): { readonly url: string; readonly fields: URLSearchParams } {
  const url = new URL(address);
  const fields = new URLSearchParams();
  for (const [name, value] of url.searchParams)
    fields.append(
      name,
      value.replace(/\{(number|terminal|token|user)\}/g, (_, key: keyof Placeholders) => values[key]),
    );
  url.search = '';
  url.hash = '';
  return { url: url.href, fields };
}

const withoutQuery = (address: string): string => {
  const url = new URL(address);
  url.search = '';
  url.hash = '';
  return url.href.replace(/\/+$/, '');
};

export const makecallAddress = (url: string, terminal: string, number: string): string =>
  `${withoutQuery(url)}/Makecall_${encodeURIComponent(terminal)}_${encodeURIComponent(number)}`;
export const dropAddress = (url: string, terminal: string): string =>
  `${withoutQuery(url)}/Drop_${encodeURIComponent(terminal)}`;

/** An address as it may be shown: without its query, which holds what is secret. */
export const shownAddress = (address: string): string => (address === '' ? '' : withoutQuery(address));

/** The first moment of the day, in a zone, in which a moment lies; milliseconds since 1970. */
export const dayBegins = (at: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).startOfDay().epochMilliseconds;

/** How long after an attempt a call that goes out is the one that it became. */
export const ATTEMPT_MS = 60_000;
