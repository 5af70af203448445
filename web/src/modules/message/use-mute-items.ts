import type { MessageDetail } from '@kontor/contract/message';
import { useClient, useRow } from '../../client/react.tsx';
import { useTexts, useZone } from '../../shell/index.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import { itemKeyOf } from '@kontor/contract/kernel';
import { mute } from './thread/acts.ts';
import { texts } from './texts.ts';

/** Until further notice ends after so many years. */
const YEARS = 10;
/** Hour of the day at which what is muted until tomorrow is not any more. */
const MORNING = 8;

/** What mutes a message, or has it come up again. */
export function useMuteItems(details: MessageDetail | undefined): readonly MenuItem[] {
  const t = useTexts(texts);
  const client = useClient();
  const zone = useZone();
  const isMuted = useRow(itemKeyOf(details?.aggregateId ?? ''))?.extras['isMuted'] === true;
  // Nothing comes any more of one that was left.
  if (details === undefined || details.sendState === 0 || details.leftAt !== null) return [];
  const where = { client, details };
  if (isMuted) return [{ key: 'unmute', label: t.unmute, icon: 'bell', onSelect: () => mute(where, null) }];
  const until = (at: (now: Temporal.ZonedDateTime) => Temporal.ZonedDateTime) => () =>
    mute(
      where,
      at(Temporal.Instant.fromEpochMilliseconds(client.env.now()).toZonedDateTimeISO(zone)).toInstant().toString(),
    );
  const morning = (now: Temporal.ZonedDateTime) => now.add({ days: 1 }).startOfDay().with({ hour: MORNING });
  return [
    { key: 'muteHour', label: t.muteHour, icon: 'bell-slash', onSelect: until((now) => now.add({ hours: 1 })) },
    { key: 'muteTomorrow', label: t.muteTomorrow, icon: 'bell-slash', onSelect: until(morning) },
    { key: 'muteAlways', label: t.muteAlways, icon: 'bell-slash', onSelect: until((now) => now.add({ years: YEARS })) },
  ];
}
