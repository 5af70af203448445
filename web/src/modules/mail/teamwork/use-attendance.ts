import { parseAggregateId } from '@kontor/contract/kernel';
import { teamworkEvents, teamworkQueries } from '@kontor/contract/mail';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { attend } from './attending.ts';
import type { Attendants } from './presence.ts';

const NOBODY: Attendants = [];
const entryOf = (aggregateId: string | null): number | undefined =>
  aggregateId === null ? undefined : parseAggregateId(aggregateId)?.entryId;

interface Given {
  readonly aggregateId: string | null;
  readonly draftId: number | null;
  readonly doing: 'reading' | 'answering';
  /** Whether there is anybody else who could be there. */
  readonly isWanted: boolean;
}

/** Who else is at a mail or draft, for as long as this is shown, which the others are told of in turn. Without a connection nobody is known to be. */
export function useAttendance({ aggregateId, draftId, doing, isWanted }: Given): Attendants {
  const client = useClient();
  const { online } = useValue(client.connection);
  const isAsked = isWanted && (aggregateId === null) !== (draftId === null);
  const { data, at } = useAsk(teamworkQueries.attendance, isAsked ? { aggregateId, draftId } : undefined);
  const [told, setTold] = useState<{ readonly place: string; readonly people: Attendants; readonly at: number }>();
  const place = `${entryOf(aggregateId) ?? ''} ${draftId ?? ''}`;
  useEffect(
    () => (isAsked && online ? attend(client, { aggregateId, draftId }, doing) : undefined),
    [client, aggregateId, draftId, doing, isAsked, online],
  );
  useEffect(() => {
    if (!isAsked) return undefined;
    return client.onEvent((event) => {
      if (event.type !== teamworkEvents.attended.type) return;
      const parsed = v.safeParse(teamworkEvents.attended.payload, event.payload);
      if (!parsed.success) return;
      const { aggregateIds, draftId: ofDraft, people } = parsed.output;
      const of = `${entryOf(aggregateIds[0] ?? null) ?? ''} ${ofDraft ?? ''}`;
      if (of === place) setTold({ place, people, at: client.env.now() });
    });
  }, [client, isAsked, place]);
  if (!isAsked || !online) return NOBODY;
  return told !== undefined && told.place === place && told.at >= at ? told.people : (data ?? NOBODY);
}
