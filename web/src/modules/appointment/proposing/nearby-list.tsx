import type { NearbyAppointment } from '@kontor/contract/appointment';
import { useLanguage, useTexts, useZone } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { BesideLink } from '../../activity/index.tsx';
import { timesOf } from '../editor/times.ts';
import { timeWords, whenWords } from '../editor/words.ts';
import { invitationTexts } from './invitation-texts.ts';
import { localOf } from './mail-times.ts';

/** What else is in the person's calendar at the time of a mail's appointment, and beside it. `day`: that on which that begins. */
export function NearbyList({ nearby, day }: { nearby: readonly NearbyAppointment[]; day: string }) {
  const t = useTexts(invitationTexts);
  const colliding = nearby.filter(({ collides }) => collides);
  const beside = nearby.filter(({ collides }) => !collides);
  return (
    <div role="group" aria-label={t.nearby} className="nearby">
      {colliding.length === 0 ? (
        <p className="quiet">{t.free}</p>
      ) : (
        <p className="nearby-warning">
          <Icon name="warning" small /> {t.collides}
        </p>
      )}
      <Lines lines={colliding} day={day} />
      {beside.length === 0 ? null : <p className="quiet">{t.beside}</p>}
      <Lines lines={beside} day={day} />
    </div>
  );
}

function Lines({ lines, day }: { lines: readonly NearbyAppointment[]; day: string }) {
  const t = useTexts(invitationTexts);
  const words = useWhen(day);
  return lines.length === 0 ? null : (
    <ul>
      {lines.map((one) => {
        const { aggregateId, title, start } = one;
        const said = title === null ? t.busy : title || t.untitled;
        return (
          <li key={`${aggregateId ?? ''} ${start}`}>
            <span className="quiet">{words(one)}</span>{' '}
            {aggregateId === null ? (
              said
            ) : (
              <BesideLink moduleName="appointment" aggregateId={aggregateId} title={said}>
                {said}
              </BesideLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** When something is: hours alone where it is on one day. */
function useWhen(day: string): (one: NearbyAppointment) => string {
  const t = useTexts(invitationTexts);
  const language = useLanguage();
  const zone = useZone();
  return ({ start, end }) => {
    if (start.length === 10)
      return start === end
        ? t.allDay
        : whenWords(timesOf({ timeMode: 'allDay', startDate: start, endDate: end }), day, language);
    const [from, to] = [localOf(start, zone), localOf(end, zone)];
    if (from.slice(0, 10) !== day || to.slice(0, 10) !== day)
      return whenWords(timesOf({ timeMode: 'fixedTime', startDate: from, endDate: to }), day, language);
    return `${timeWords(from.slice(11), language)} – ${timeWords(to.slice(11), language)}`;
  };
}
