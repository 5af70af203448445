import { OUTCOMES, phonecallEvents, type RunningCall } from '@kontor/contract/phonecall';
import { sql } from 'kysely';
import type { StompPeer } from '../../../testing/stomp.ts';
import type { Office } from './office.ts';

/** A call as it is stored, with how it stands with people. */
export interface StoredCall {
  readonly id: number;
  readonly outcome: string;
  readonly number: number | null;
  readonly numberText: string;
  readonly called: number | null;
  readonly direction: number;
  readonly duration: number;
  readonly receivedBy: number | null;
  readonly receivedFor: number | null;
  readonly tries: number;
  readonly systemName: string;
  readonly doneBy: number | null;
  readonly callback: number;
  readonly startedAt: Date;
  readonly fileType: string;
  readonly statuses: Readonly<Record<number, number>>;
  readonly legs: number;
}

/** The calls of an office, in the order in which they came. */
export async function callsOf({ server, instance }: Office): Promise<readonly StoredCall[]> {
  const { rows } = await sql<StoredCall & { outcomeNumber: number }>`
    select c.activity_id as id, c.outcome as "outcomeNumber", c.number, c.number_text as "numberText", c.called, c.direction, c.duration,
      c.received_by as "receivedBy", c.received_for as "receivedFor", c.tries, c.system_name as "systemName", c.done_by_call as "doneBy",
      c.callback, c.started_at as "startedAt", c.file_type as "fileType",
      (select json_object_agg(au.user_id, au.status) from activity_user au where au.instance_id = c.instance_id and au.activity_id = c.activity_id) as statuses,
      (select count(*) from phone_leg l where l.instance_id = c.instance_id and l.activity_id = c.activity_id) as legs
    from phone_call c where c.instance_id = ${instance.id} order by c.activity_id`.execute(
    server.platform.database.owner,
  );
  return rows.map(({ outcomeNumber, ...row }) => ({ ...row, outcome: OUTCOMES[outcomeNumber] ?? '' }));
}

/** A telephone system of an office that posts. */
export async function openLine(
  office: Office,
  kind: string,
  more: object = {},
): Promise<{ readonly lineId: number; readonly address: string; post(body: string | object): Promise<Response> }> {
  const { lineId, address } = await office.anna.command<{ lineId: number; address: string }>('phoneCall.saveLine', {
    kind,
    title: kind,
    listId: office.listId,
    ...more,
  });
  return {
    lineId,
    address,
    post: (body) =>
      fetch(`${office.server.base}${address}`, {
        method: 'POST',
        headers: {
          'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}

/** What the events of one type said to a person's screens, in their order. */
const payloadsOf = <Payload>(peer: StompPeer, type: string): readonly Payload[] =>
  peer.frames.flatMap(({ command, body }) => {
    if (command !== 'MESSAGE') return [];
    const event = JSON.parse(Buffer.from(body).toString()) as { type: string; payload: Payload };
    return event.type === type ? [event.payload] : [];
  });

/** What a person's screens were told of calls, in its order. */
export const ringsOf = (peer: StompPeer): readonly RunningCall[] =>
  payloadsOf<{ call: RunningCall }>(peer, phonecallEvents.ringing.type).map(({ call }) => call);

/** What a person's screens were told to be Done by calls of theirs, in its order. */
export const calledBackOf = (peer: StompPeer) =>
  payloadsOf<{ calls: readonly { aggregateId: string; state: string }[] }>(peer, phonecallEvents.calledBack.type).map(
    ({ calls }) => calls,
  );
