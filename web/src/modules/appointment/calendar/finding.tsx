import type { FoundTime } from '@kontor/contract/appointment';
import { useClient } from '../../../client/react.tsx';
import { useGo, useZone } from '../../../shell/index.ts';
import { begin } from '../address.ts';
import { FindPanel, type Wanted } from '../finding/index.ts';
import type { KnownCalendar } from './known.tsx';
import { participantsOf } from './making-card.tsx';

/** Looks for a time with those who are shown, and begins an appointment at it. */
export function Finding({
  ownId,
  known,
  chosen,
  onClose,
}: {
  ownId: number;
  known: readonly KnownCalendar[];
  chosen: readonly number[];
  onClose: () => void;
}) {
  const client = useClient();
  const zone = useZone();
  const go = useGo();
  const shownOnes = chosen.filter((id) => id !== ownId && known.some((one) => one.id === id));
  const localOfInstant = (instant: string): string =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString().slice(0, 16);
  const take = ({ start, end, chosen: place }: FoundTime, wanted: Wanted): void => {
    const others = wanted.must.filter((id) => id !== ownId);
    const may = participantsOf(wanted.may.filter((id) => !wanted.must.includes(id) && id !== ownId));
    const must = participantsOf(place === null ? others : [...others, place]);
    onClose();
    begin(client, go, {
      start: localOfInstant(start),
      end: localOfInstant(end),
      people: must.people,
      optional: may.people,
      resources: [...must.resources, ...may.resources],
    });
  };
  return <FindPanel start={{ must: [ownId, ...shownOnes] }} onTake={take} onClose={onClose} />;
}
