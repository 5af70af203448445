import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Secrets } from '../crypto/secrets.ts';
import type { Database } from '../db/database.ts';

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
  /** What a ticket stands for; undefined for one that is forged, too old or used before, at whichever server process. */
  take(text: string): Promise<Ticket | undefined>;
}

export function createTickets(secrets: Secrets, database: Database, now: () => number): Tickets {
  return {
    issue({ instanceId, userId, sessionId }) {
      const body = [instanceId, userId, sessionId, now() + TICKET_MS, randomUUID()].join('~');
      return `${body}~${secrets.sign('ticket', body)}`;
    },
    async take(text) {
      const end = text.lastIndexOf('~');
      const body = text.slice(0, Math.max(0, end));
      if (end < 0 || !secrets.verify('ticket', body, text.slice(end + 1))) return undefined;
      const [instanceId, userId, sessionId, until, id] = body.split('~');
      if (id === undefined || sessionId === undefined || Number(until) < now()) return undefined;
      if (!(await use(database, id, new Date(Number(until)), new Date(now())))) return undefined;
      return { instanceId: Number(instanceId), userId: Number(userId), sessionId };
    },
  };
}

/** Notes that a ticket is used, and returns whether it was not before. Forgets those that nobody could use any more. */
async function use({ owner }: Database, id: string, until: Date, now: Date): Promise<boolean> {
  const { rows } = await sql`with old as (
      delete from used_ticket where ticket_id in (select ticket_id from used_ticket where until < ${now} limit 100 for update skip locked)
    ) insert into used_ticket (ticket_id, until) values (${id}, ${until}) on conflict do nothing returning ticket_id`.execute(
    owner,
  );
  return rows.length > 0;
}
