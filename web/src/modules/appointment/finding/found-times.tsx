import type { FoundTime } from '@kontor/contract/appointment';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useLanguage, useTexts, useZone } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import { localOf } from '../local-time.ts';
import { clockOf, dayName } from '../period.ts';
import { findingTexts } from './texts.ts';
import { byDay } from './wanted.ts';

/** Times that were found by their days, each with whom it does not suit. Arrows go from one to the next, Enter takes one. */
export function FoundTimes({
  found,
  hasChoice,
  nameOf,
  onTake,
}: {
  found: readonly FoundTime[];
  /** One of several resources was asked for. */
  hasChoice: boolean;
  /** The name of a calendar. */
  nameOf: (calendarId: number) => string;
  onTake: (time: FoundTime) => void;
}) {
  const t = useTexts(findingTexts);
  const language = useLanguage();
  const zone = useZone();
  const ref = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(found[0]?.start);
  const current = found.some(({ start }) => start === active) ? active : found[0]?.start;
  const press = (event: KeyboardEvent): void => {
    const buttons = [...(ref.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[Math.min(buttons.length - 1, Math.max(0, to))]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons in it have the focus
    <div ref={ref} className="found-times" onKeyDown={press}>
      <p className="quiet small" role="status">
        {t.count(found.length)}
      </p>
      {byDay(found, zone).map(({ day, times }) => (
        <section key={day} aria-label={dayName(day, language)}>
          <h3>{dayName(day, language)}</h3>
          <ul>
            {times.map((time) => (
              <li key={time.start}>
                <button
                  type="button"
                  className="found-time"
                  tabIndex={time.start === current ? 0 : -1}
                  onFocus={() => setActive(time.start)}
                  onClick={() => onTake(time)}
                >
                  <strong>
                    {t.between(
                      clockOf(localOf(time.start, zone).minutes, language),
                      clockOf(localOf(time.end, zone).minutes, language),
                    )}
                  </strong>
                  <Suited time={time} hasChoice={hasChoice} nameOf={nameOf} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Whom a time suits, in words. */
function Suited({
  time: { unsuited, chosen },
  hasChoice,
  nameOf,
}: {
  time: FoundTime;
  hasChoice: boolean;
  nameOf: (calendarId: number) => string;
}) {
  const t = useTexts(findingTexts);
  const why = unsuited.map(({ calendarId, kind, isOptional }) => {
    const name = nameOf(calendarId) || t.unknown;
    return t.unsuited(isOptional ? t.optional(name) : name, t.why[kind]);
  });
  const isNoneFree = hasChoice && chosen === null;
  const suitsMust = !isNoneFree && unsuited.every(({ isOptional }) => isOptional);
  return (
    <span className="found-why" data-suits={suitsMust}>
      <Icon name={suitsMust ? 'check' : 'warning'} small />
      {why.length === 0 && !isNoneFree ? t.suitsAll : [...why, ...(isNoneFree ? [t.noneFree] : [])].join(', ')}
      {chosen === null ? null : <span className="found-place">{nameOf(chosen) || t.unknown}</span>}
    </span>
  );
}
