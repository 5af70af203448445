import {
  attendanceCommands,
  attendanceEvents,
  attendanceQueries,
  type Attendant,
  type Doing,
} from '@kontor/contract/activity';
import { parseAggregateId } from '@kontor/contract/kernel';
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import type { Client } from '../../../client/client.ts';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { attend, type AttendanceTopic } from './attending.ts';

export type Attendants = readonly Attendant[];
const NOBODY: Attendants = [];
type Heard = Parameters<Parameters<Client['onEvent']>[0]>[0];

/** A place, and how is known who is there. */
export interface AttendedTopic extends AttendanceTopic {
  /** What was answered, and when that was asked for: who is heard of since is news to it, even where the answer came later. */
  readonly answer: { readonly data: Attendants | undefined; readonly requestedAt: number };
  /** Who is there now, where an event is about this place. */
  readonly heard: (event: Heard) => HeardAttendants | undefined;
}

/** What an event says of a place: of two, the one with the higher `order` is true. */
export interface HeardAttendants {
  readonly people: Attendants;
  readonly order: number;
}

/**
 * Who else is at a place, for as long as this is shown, which the others are told of in turn; `doing` undefined: they are not. Without a connection
 * nobody is known to be.
 */
export function useAttendants(topic: AttendedTopic | undefined, doing: Doing | undefined): Attendants {
  const client = useClient();
  const { online } = useValue(client.connection);
  const latest = useRef(topic);
  useEffect(() => {
    latest.current = topic;
  });
  const [lastEvent, setLastEvent] = useState<HeardAttendants & { readonly key: string; readonly at: number }>();
  const key = topic?.key;
  useEffect(
    () =>
      key !== undefined && doing !== undefined && online && latest.current !== undefined
        ? attend(client, latest.current, doing)
        : undefined,
    [client, key, doing, online],
  );
  useEffect(() => {
    if (key === undefined) return undefined;
    return client.onEvent((event) => {
      const heard = latest.current?.heard(event);
      if (heard === undefined) return;
      const next = { ...heard, key, at: client.env.now() };
      setLastEvent((last) => (last?.key === key && last.order > heard.order ? last : next));
    });
  }, [client, key]);
  if (topic === undefined || !online) return NOBODY;
  const { data, requestedAt } = topic.answer;
  return lastEvent !== undefined && lastEvent.key === key && lastEvent.at >= requestedAt
    ? lastEvent.people
    : (data ?? NOBODY);
}

const entryOf = (aggregateId: string): string => {
  const id = parseAggregateId(aggregateId);
  return id === undefined ? '' : `${id.module} ${id.entryId}`;
};

/** Who else is at an item of any kind. `isWanted`: whether there is anybody else who could be there. */
export function useAttendance({
  aggregateId,
  doing,
  isWanted,
}: {
  readonly aggregateId: string | null;
  readonly doing: Doing;
  readonly isWanted: boolean;
}): Attendants {
  const client = useClient();
  const id = isWanted ? aggregateId : null;
  const { data, requestedAt } = useAsk(attendanceQueries.attendance, id === null ? undefined : { aggregateId: id });
  return useAttendants(
    id === null
      ? undefined
      : {
          key: `item ${entryOf(id)}`,
          answer: { data, requestedAt },
          say: (now) => client.transport.report(attendanceCommands.attend, { aggregateId: id, doing: now }),
          heard: (event) => {
            if (event.type !== attendanceEvents.attended.type) return undefined;
            const parsed = v.safeParse(attendanceEvents.attended.payload, event.payload);
            if (!parsed.success) return undefined;
            const { aggregateIds, people, order } = parsed.output;
            return entryOf(aggregateIds[0] ?? '') === entryOf(id) ? { people, order } : undefined;
          },
        },
    doing,
  );
}
