import { useMemo } from 'react';
import { resourceOfCalendar } from '@kontor/contract/appointment';
import { useClient } from '../../../client/react.tsx';
import { useGo, useShell, useTexts, useZone } from '../../../shell/index.ts';
import { begin } from '../address.ts';
import { localTime } from '../local-time.ts';
import type { KnownCalendar } from './known.tsx';
import { makeInCalendar } from './making.ts';
import { timesOf } from './pieces.ts';
import { QuickCard } from './quick-card.tsx';
import { calendarTexts } from './texts.ts';
import type { Making } from './view-props.ts';

/** The card at a slot, in which an appointment is made. In the calendar of a resource it is one of the person's own that takes the resource up. */
export function MakingCard({
  making: { day, calendarId: slotId, slot, anchor, of },
  known,
  ownId,
  onClose,
}: {
  making: Making;
  known: readonly KnownCalendar[];
  ownId: number;
  onClose: () => void;
}) {
  const client = useClient();
  const zone = useZone();
  const go = useGo();
  const { notices } = useShell();
  const t = useTexts(calendarTexts);
  const isOfResource = resourceOfCalendar(slotId) !== null;
  const calendarId = isOfResource ? ownId : slotId;
  const people = useMemo(() => known.map(({ id, name }) => ({ userId: id, fullName: name })), [known]);
  const nameOf = (id: number): string | undefined => people.find(({ userId }) => userId === id)?.fullName;
  return (
    <QuickCard
      anchor={anchor}
      slot={{ day, from: slot.from, to: slot.to }}
      people={people.filter(({ userId }) => userId !== calendarId && userId !== slotId)}
      always={isOfResource ? people.filter(({ userId }) => userId === slotId) : []}
      {...(of && { beginning: of.title })}
      calendar={calendarId === ownId ? undefined : nameOf(calendarId)}
      onClose={onClose}
      onMake={async (made) => {
        await makeInCalendar(client, { ...made, calendarId, zone, ...(of && { origin: of.aggregateId }) });
        notices.show({ text: t.made });
      }}
      onOpen={(said, [record, ...others]) => {
        const [start, end] = timesOf(said.day, said).map((local) => localTime(local).slice(0, 16));
        onClose();
        begin(client, go, {
          // One is taken along; the others stay words.
          title: [said.title, ...others.map(({ displayName }) => displayName)].join(' '),
          ...(record && { record: { idoId: record.idoId, idoInstanceId: record.idoInstanceId } }),
          ...participantsOf(said.people.map(({ userId }) => userId)),
          calendarId,
          ...(start && { start }),
          ...(end && { end }),
        });
      }}
    />
  );
}

/** Calendars as those who take part. */
export const participantsOf = (
  calendars: readonly number[],
): { readonly people: readonly number[]; readonly resources: readonly number[] } => ({
  people: calendars.filter((id) => resourceOfCalendar(id) === null),
  resources: calendars.flatMap((id) => resourceOfCalendar(id) ?? []),
});
