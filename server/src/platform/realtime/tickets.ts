import { randomUUID } from 'node:crypto';
import type { Secrets } from '../crypto/secrets.ts';

/** A ticket opens one connection and is good this long. */
const TICKET_MS = 60_000;

export interface Ticket {
  readonly instanceId: number;
  readonly userId: number;
  readonly sessionId: string;
}

/** Issues and takes the passwords of the real-time channel. */
export interface Tickets {
  issue(ticket: Ticket): string;
  /** What a ticket stands for; undefined for one that is forged, too old or used before. */
  take(text: string): Ticket | undefined;
}

export function createTickets(secrets: Secrets, now: () => number): Tickets {
  const used = new Map<string, number>();
  const forget = () => {
    for (const [id, until] of used) if (until < now()) used.delete(id);
  };
  return {
    issue({ instanceId, userId, sessionId }) {
      const body = [instanceId, userId, sessionId, now() + TICKET_MS, randomUUID()].join('~');
      return `${body}~${secrets.sign('ticket', body)}`;
    },
    take(text) {
      const end = text.lastIndexOf('~');
      const body = text.slice(0, Math.max(0, end));
      if (end < 0 || !secrets.verify('ticket', body, text.slice(end + 1))) return undefined;
      const [instanceId, userId, sessionId, until, id] = body.split('~');
      if (id === undefined || sessionId === undefined || Number(until) < now() || used.has(id)) return undefined;
      forget();
      used.set(id, Number(until));
      return { instanceId: Number(instanceId), userId: Number(userId), sessionId };
    },
  };
}
