import './editor.css';
import type { Collisions } from '@kontor/contract/appointment';
import { useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import { Button, Callout } from '../../../ui/parts.tsx';
import { peopleTexts } from './people-texts.ts';
import { editorTexts } from './texts.ts';
import { hasHours, timesOf, type Times } from './times.ts';
import { timeWords, whenWords } from './words.ts';

type Pairs = Collisions['pairs'];
type Days = Pick<Times, 'startDay' | 'endDay'>;

/** What stands in the way, one a line: who, what where that may be read, and when. */
export function PairList({ pairs, draft }: { pairs: Pairs; draft: Days }) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const now = useMinute();
  const own = useZone();
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(own).toPlainDate().toString();
  const say = ({ name, title, startDate, endDate }: Pairs[number]): string => {
    const times = timesOf({ timeMode: startDate.length > 10 ? 'fixedTime' : 'allDay', startDate, endDate });
    const isThatDay = hasHours(times) && times.startDay === draft.startDay && times.endDay === draft.startDay;
    const when = isThatDay
      ? `${timeWords(times.startTime, language)} – ${timeWords(times.endTime, language)}`
      : whenWords(times, today, language);
    return title === null ? t.taken(name, when) : t.takenBy(name, title, when);
  };
  return (
    <ul className="appointment-collisions">
      {pairs.map((pair) => (
        <li key={`${pair.calendarId} ${pair.startDate}`}>{say(pair)}</li>
      ))}
    </ul>
  );
}

/** Resources that cannot be had at that time, with the way to another one. */
export function TakenNote({ pairs, draft, onFind }: { pairs: Pairs; draft: Days; onFind: (() => void) | undefined }) {
  const t = useTexts(peopleTexts);
  if (pairs.length === 0) return null;
  return (
    <Callout
      tone="fault"
      icon="warning"
      action={onFind === undefined ? undefined : <Button onClick={onFind}>{t.find}</Button>}
    >
      <p>{t.resourceTaken}</p>
      <PairList pairs={pairs} draft={draft} />
    </Callout>
  );
}
