import { useLanguage, useTexts, useZone } from '../../../../shell/index.ts';
import { Icon } from '../../../../ui/parts.tsx';
import type { Absence } from './draft.ts';
import { texts } from './texts.ts';
import { phaseOf, spanWords } from './when.ts';

/** Which others are away now, until when, and who stands in for them. */
export function AwayList({ absences, ownId, now }: { absences: readonly Absence[]; ownId: number; now: number }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const zone = useZone();
  const away = absences.filter((one) => one.userId !== ownId && phaseOf(one, now) === 'now');
  if (away.length === 0) return null;
  return (
    <section className="absence-part" aria-labelledby="absence-away">
      <h2 id="absence-away">{t.away}</h2>
      <ul className="framed-list">
        {away.map((one) => (
          <li key={`${one.userId} ${one.accountId}`}>
            <span className="framed-name absence-line">
              <Icon name={one.accountId === null ? 'user' : 'envelope-simple'} small />
              <strong>{one.name}</strong>
              <span className="quiet">{t.awayUntil(spanWords(one, { language, zone, now }).until)}</span>
              {one.substituteId === ownId ? (
                <span className="badge">{t.youStandIn}</span>
              ) : one.substituteName === '' ? null : (
                <span className="quiet">{t.inHands(one.substituteName)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
