import { parseAggregateId } from '@kontor/contract/kernel';
import type { Violation } from '../check/violations.ts';
import type { Entry } from './journal.ts';
import { textOf } from './words.ts';

/** An answer that has come whole. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ArrayBuffer;
  /** The body's text, unpacked. */
  readonly text: string;
  /** When it was asked for, by the right time. */
  readonly askedAt: number;
}

type Verdict = Exclude<Entry, { kind: 'intent' | 'left' | 'kept' }>;
type Caller = { readonly instance: string; readonly person: string; readonly client: string };

/** Answers below 500 that say nothing about the command itself. */
const NOT_ABOUT_IT = new Set([401, 408, 425, 426, 429]);
const CODES_NOT_ABOUT_IT = new Set(['CSRF_TOKEN_INVALID', 'ORIGIN_REFUSED']);

/** All requests of all clients pass here, and are counted. */
export class Wire {
  readonly found: Violation[] = [];
  /** Answers by what was asked and their status. */
  readonly statuses: Record<string, number> = {};
  readonly #answered = new Set<string>();
  readonly counts = { requests: 0, commands: 0, failed: 0, unavailable: 0, replays: 0 };

  /** Asks, and waits for the whole answer. Rejects where none came. */
  async fetch(url: string, init: RequestInit, who: Caller): Promise<WireAnswer> {
    const askedAt = Date.now();
    this.counts.requests += 1;
    if (url.endsWith('/command')) this.counts.commands += 1;
    try {
      const response = await fetch(url, init);
      const body = await response.arrayBuffer();
      const { status, headers } = response;
      const text = textOf(headers.get('Content-Type') ?? '', Buffer.from(body).toString());
      const kind = `${new URL(url).pathname.split('/').slice(0, 3).join('/')} ${status}`;
      this.statuses[kind] = (this.statuses[kind] ?? 0) + 1;
      if (status === 503) this.counts.unavailable += 1;
      else if (status >= 500 && this.found.length < 50) {
        const detail = `${who.instance} ${who.person} (${who.client}): ${status} to ${url}: ${text.slice(0, 300)}`;
        this.found.push({ invariant: 'no answer says that the server is broken', detail });
      }
      if (headers.has('Idempotent-Replay')) this.counts.replays += 1;
      // The body is unpacked already.
      const kept = new Headers(headers);
      kept.delete('Content-Encoding');
      kept.delete('Content-Length');
      return { status, headers: kept, body, text, askedAt };
    } catch (error) {
      this.counts.failed += 1;
      throw error;
    }
  }

  /** What the answer to a command tells. */
  judge(processId: string, { status, text }: WireAnswer): Verdict {
    const body = parsed(text);
    if (status >= 200 && status < 300) {
      this.#answered.add(processId);
      const { aggregateIds = [], no = null } = (body['data'] ?? {}) as {
        aggregateIds?: readonly string[];
        no?: number;
      };
      return { kind: 'ok', processId, ids: aggregateIds.flatMap((id) => parseAggregateId(id)?.entryId ?? []), no };
    }
    const code = typeof body['code'] === 'string' ? body['code'] : '';
    const isAboutIt = code !== '' && !NOT_ABOUT_IT.has(status) && !CODES_NOT_ABOUT_IT.has(code);
    if (status < 400 || status >= 500 || !isAboutIt) return { kind: 'unknown', processId };
    this.#answered.add(processId);
    return { kind: 'refused', processId, code };
  }

  /** Commands that were answered with a yes or a no. */
  get answered(): number {
    return this.#answered.size;
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
