import type { Outcome } from '@kontor/contract/phonecall';

/** A call that is over, as the history of a telephone system has it. */
export interface HistoryCall {
  /** What the history calls it; where pushes call it the same, that. */
  readonly ref: string;
  readonly direction: 'in' | 'out';
  /** As written, or with a plus sign before the code of a country. Empty: kept back. */
  readonly from: string;
  readonly to: string;
  /** When it began, milliseconds since 1970. */
  readonly at: number;
  /** Seconds of talk. */
  readonly duration: number;
  readonly outcome: Outcome;
  /** Terminals of ours that it was at. */
  readonly terminals: readonly string[];
}

/** From when to when calls are asked for, milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How the history of a telephone system is reached. */
export interface HistoryAccess {
  /** Empty: where the provider has it. */
  readonly url: string;
  readonly user: string;
  readonly secret: string;
  /** Of times without an offset, and of days (IANA). */
  readonly zone: string;
}

/** What a history is asked. */
export interface HistoryRequest {
  readonly method: 'GET' | 'POST';
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a history answers is none of its kind. */
export class HistoryUnreadable extends Error {}
/** A history lets nobody in by this name and secret, which it says in an answer that succeeds. */
export class HistoryRefused extends Error {}
/** A history has more calls in a span than are asked for at once. */
export class HistoryTooLong extends Error {}

/**
 * Asks a history for the calls of a span: each request that it yields is answered with the body that came back, and what it returns is the calls. Pure.
 * Throws HistoryUnreadable, HistoryRefused, HistoryTooLong.
 */
export type HistoryReader = (
  span: Span,
  access: HistoryAccess,
) => Generator<HistoryRequest, readonly HistoryCall[], string>;

/** Pages of a history that are asked for at once. */
export const MAX_PAGES = 60;

/** A value of an answer as a text of one line; empty for what is neither text nor number. */
export const textAt = (object: Readonly<Record<string, unknown>>, name: string): string => {
  const value = object[name];
  return typeof value === 'string' ? value.trim().slice(0, 300) : typeof value === 'number' ? String(value) : '';
};

/** Whole seconds of talk; 0 where nothing is said. */
export const secondsAt = (object: Readonly<Record<string, unknown>>, name: string): number => {
  const value = Number(object[name]);
  return Number.isFinite(value) && value > 0 ? Math.min(86_400, Math.floor(value)) : 0;
};

export const isIn = ({ from, to }: Span, at: number): boolean => at >= from && at <= to;
