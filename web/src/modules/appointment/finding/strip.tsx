import './strip.css';
import { appointmentQueries, type FoundTime } from '@kontor/contract/appointment';
import { useState, type MouseEvent } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import { Button, Callout, Icon, IconButton } from '../../../ui/parts.tsx';
import { instantIn, localOf } from '../local-time.ts';
import { addDays, clockOf, dayName, shortDay, weekStartIn } from '../period.ts';
import { beginAt, blocksOn, firstGap, hoursShown, without, type Block, type Part } from './strip-rules.ts';
import { findingTexts } from './texts.ts';
import { faultsOf, questionOf, wantedFor, type Wanted } from './wanted.ts';

/** Times that are offered beneath the strip. */
const MAX_OFFERED = 3;
/** Days in which they are looked for. */
const OFFERED_DAYS = 14;

export interface StripRow {
  readonly calendarId: number;
  readonly name: string;
  /** The appointment takes it up as it is stored. */
  readonly isStored: boolean;
  /** Something else takes it at the chosen time. */
  readonly isTaken: boolean;
}

/** The day of an appointment with a row for each who takes part: when they are taken, the chosen time and the first time that all have. */
export function Strip({
  rows,
  day,
  chosen,
  stored,
  appointmentId,
  onChoose,
  onTake,
  onMore,
}: {
  rows: readonly StripRow[];
  /** The chosen time, in the person's zone. */
  day: string;
  chosen: Part;
  /** When the appointment is as it is stored: that is no hindrance. In milliseconds since 1970. */
  stored: { readonly day: string; readonly part: Part } | undefined;
  appointmentId: number | null;
  /** Begins it at another minute of a day. */
  onChoose: (day: string, minute: number) => void;
  onTake: (time: FoundTime) => void;
  /** Looks further. */
  onMore: () => void;
}) {
  const t = useTexts(findingTexts);
  const language = useLanguage();
  const zone = useZone();
  const now = localOf(new Date(useMinute()).toISOString(), zone);
  const [turned, setTurned] = useState({ from: day, by: 0 });
  // Another day was chosen: the strip is there, too.
  const shownDay = turned.from === day ? addDays(day, turned.by) : day;
  const turn = (by: number): void => setTurned({ from: day, by: (turned.from === day ? turned.by : 0) + by });
  const { data, failure, retry } = useAsk(appointmentQueries.freeBusy, {
    calendars: rows.map(({ calendarId }) => calendarId),
    from: instantIn({ day: shownDay, minutes: 0 }, zone),
    to: instantIn({ day: addDays(shownDay, 1), minutes: 0 }, zone),
    zone,
  });
  const minutes = chosen.to - chosen.from;
  const hours = hoursShown(shownDay === day ? chosen : undefined);
  const own = stored?.day === shownDay ? stored.part : undefined;
  const all = rows.map((row) => {
    const taken = data?.find(({ calendarId }) => calendarId === row.calendarId);
    const blocks = taken === undefined ? undefined : blocksOn(taken.times, shownDay, zone);
    // What is taken comes put together: where something else lies in the stored time too, all of it stays.
    const free = row.isStored && !row.isTaken ? own : undefined;
    return { ...row, blocks: blocks === undefined ? undefined : without(blocks, free) };
  });
  const known = all.flatMap(({ blocks }) => (blocks === undefined ? [] : [blocks]));
  const gap =
    data === undefined || shownDay < now.day
      ? undefined
      : firstGap(known, minutes, shownDay === now.day ? now.minutes : 0);
  const share = (minute: number): string => `${((minute - hours.from) / (hours.to - hours.from)) * 100}%`;
  const frame = ({ from, to }: Part) => ({
    insetInlineStart: share(from),
    insetInlineEnd: `calc(100% - ${share(to)})`,
  });
  return (
    <section className="strip" aria-label={t.title}>
      <header>
        <h2>{t.title}</h2>
        <span className="quiet">{dayName(shownDay, language)}</span>
        <span className="grow" />
        <IconButton icon="caret-left" label={t.earlier} onClick={() => turn(-1)} />
        <IconButton icon="caret-right" label={t.later} onClick={() => turn(1)} />
      </header>
      {data === undefined && failure !== undefined ? (
        <Callout icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
          {failure.kind === 'offline' ? t.offline : t.stripFailed}
        </Callout>
      ) : (
        <>
          <div className="strip-hours" aria-hidden="true">
            <span>
              {Array.from({ length: (hours.to - hours.from) / 60 }, (_, index) => hours.from / 60 + index)
                .filter((hour) => hours.to - hours.from <= 12 * 60 || hour % 2 === 0)
                .map((hour) => (
                  <i key={hour} style={{ insetInlineStart: share(hour * 60) }}>
                    {language === 'en' ? hour % 12 || 12 : hour}
                  </i>
                ))}
            </span>
          </div>
          <div className="strip-rows">
            {all.map(({ calendarId, name, blocks }) => (
              <div key={calendarId} className="strip-row">
                <span className="strip-name">{name || t.unknown}</span>
                <Track
                  name={name || t.unknown}
                  blocks={data === undefined ? [] : blocks}
                  chosen={shownDay === day ? chosen : undefined}
                  share={share}
                  onPress={(at) => onChoose(shownDay, beginAt(at, hours, minutes))}
                />
              </div>
            ))}
            <div className="strip-frames" aria-hidden="true">
              {gap === undefined ? null : <i data-of="gap" style={frame(gap)} />}
              {shownDay === day ? <i data-of="chosen" style={frame(chosen)} /> : null}
            </div>
          </div>
          {data === undefined ? null : (
            <p className="hidden-text" role="status">
              {gap === undefined ? t.noGap : t.firstGap(clockOf(gap.from, language), clockOf(gap.to, language))}
            </p>
          )}
        </>
      )}
      <Offers
        rows={rows}
        minutes={minutes}
        today={now.day}
        appointmentId={appointmentId}
        onTake={onTake}
        onMore={onMore}
      />
    </section>
  );
}

/** When one calendar is taken, within the shown hours. `blocks`: undefined where the person may not see it. */
function Track({
  name,
  blocks,
  chosen,
  share,
  onPress,
}: {
  name: string;
  blocks: readonly Block[] | undefined;
  chosen: Part | undefined;
  share: (minute: number) => string;
  /** Pressed at a share of its width. */
  onPress: (at: number) => void;
}) {
  const t = useTexts(findingTexts);
  const language = useLanguage();
  const say = ({ from, to, kind }: Block): string =>
    t.stripBlock(t.why[kind], clockOf(from, language), clockOf(to % 1440, language));
  const label =
    blocks === undefined
      ? t.stripUnknown(name)
      : blocks.length === 0
        ? t.stripFree(name)
        : t.stripTaken(name, blocks.map(say).join(', '));
  const press = (event: MouseEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onPress((event.clientX - left) / width);
  };
  const meets = (blocks ?? []).flatMap((block) => {
    const part = { from: Math.max(block.from, chosen?.from ?? 0), to: Math.min(block.to, chosen?.to ?? 0) };
    return part.to > part.from && block.kind === 'busy' ? [part] : [];
  });
  const styleOf = ({ from, to }: Part) => ({
    insetInlineStart: `max(0%, ${share(from)})`,
    insetInlineEnd: `max(0%, 100% - ${share(to)})`,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the fields above have the keys
    <span className="strip-track" role="img" aria-label={label} onClick={press}>
      {(blocks ?? []).map((block) => (
        <i key={`${block.from} ${block.to}`} data-kind={block.kind} style={styleOf(block)} />
      ))}
      {meets.map((part) => (
        <i key={part.from} data-kind="meets" style={styleOf(part)} />
      ))}
    </span>
  );
}

/** The next times that suit everybody, as buttons. */
function Offers({
  rows,
  minutes,
  today,
  appointmentId,
  onTake,
  onMore,
}: {
  rows: readonly StripRow[];
  minutes: number;
  today: string;
  appointmentId: number | null;
  onTake: (time: FoundTime) => void;
  onMore: () => void;
}) {
  const t = useTexts(findingTexts);
  const language = useLanguage();
  const zone = useZone();
  const wanted: Wanted = wantedFor(today, {
    must: rows.map(({ calendarId }) => calendarId),
    minutes,
    within: 'own',
    last: addDays(today, OFFERED_DAYS - 1),
  });
  const now = Temporal.PlainDate.from(today).toZonedDateTime(zone).epochMilliseconds;
  const question = questionOf(wanted, { now, zone, weekStart: weekStartIn(language), appointmentId });
  const { data } = useAsk(appointmentQueries.findTimes, faultsOf(wanted, today).length === 0 ? question : undefined);
  const offered = (data ?? []).filter(({ unsuited }) => unsuited.length === 0).slice(0, MAX_OFFERED);
  const say = ({ start, end }: FoundTime): string => {
    const [from, to] = [localOf(start, zone), localOf(end, zone)];
    return `${shortDay(from.day, language)} ${t.between(clockOf(from.minutes, language), clockOf(to.minutes, language))}`;
  };
  return (
    <footer>
      {data === undefined ? null : offered.length === 0 ? (
        <span className="quiet small">{t.noneShown}</span>
      ) : (
        <>
          <span className="quiet small">
            <Icon name="check" small /> {t.allFree}
          </span>
          {offered.map((time) => (
            <Button key={time.start} aria-label={t.take(say(time))} onClick={() => onTake(time)}>
              {say(time)}
            </Button>
          ))}
        </>
      )}
      <span className="grow" />
      <Button kind="plain" onClick={onMore}>
        {t.more}
      </Button>
    </footer>
  );
}
