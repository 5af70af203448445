import type { Collisions } from '@kontor/contract/appointment';
import { useLanguage, useTexts } from '../../../shell/index.ts';
import { Callout } from '../../../ui/parts.tsx';
import { clockOf, shortDay } from '../period.ts';
import { calendarTexts } from './texts.ts';

const minutesOf = (local: string): number => Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));

/** What something collides with. */
export function CollisionList({
  collisions: { pairs },
  isFinal = false,
}: {
  collisions: Collisions;
  /** It cannot be done all the same. */
  isFinal?: boolean;
}) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const say = (local: string): string =>
    local.length > 10 ? clockOf(minutesOf(local), language) : shortDay(local, language);
  return (
    <Callout icon="warning">
      <strong>{isFinal ? t.resourceTaken : t.collides}</strong>
      <ul className="collisions">
        {pairs.map(({ calendarId, name, startDate, endDate, title }) => (
          <li key={`${calendarId} ${startDate} ${title ?? ''}`}>
            {t.collidesWith(name, title ?? t.busy, t.fromTo(say(startDate), say(endDate)))}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
