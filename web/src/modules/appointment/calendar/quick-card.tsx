import './quick-card.css';
import { appointmentQueries, resourceOfCalendar } from '@kontor/contract/appointment';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useAsk } from '../../../client/react.tsx';
import { useLanguage, useTexts, useZone } from '../../../shell/index.ts';
import type { Person } from '../../../shell/understand/person.ts';
import { Button, Callout, Icon } from '../../../ui/parts.tsx';
import { usePopover } from '../../../ui/use-popover.ts';
import { useSeesRecords } from '../../activity/index.tsx';
import { RecordOfWord, type ChosenRecord } from '../../record/index.tsx';
import { CollisionList } from './collision-list.tsx';
import { inTheWayOf, type InTheWay } from './changes.ts';
import { clockOf, dayName } from '../period.ts';
import { DAY_MINUTES, instantIn } from '../local-time.ts';
import { timesOf } from './pieces.ts';
import { problemWords } from '../problem-words.ts';
import { calendarTexts } from './texts.ts';
import { useUnderstood, type UnderstoodSlot } from './use-understood.ts';

const NO_RECORDS: ReadonlyMap<string, ChosenRecord> = new Map();

/** What is to be made. */
export interface Made extends UnderstoodSlot {
  /** It is made though it collides. */
  readonly accepted: boolean;
  readonly idoLinkings: readonly { readonly idoId: number; readonly idoInstanceId: number }[];
}

/**
 * A card at a slot, in which an appointment is made by a line: its title, and when it is and with whom where that is another. `onMake` rejects where
 * the server refuses it.
 */
export function QuickCard({
  anchor,
  slot,
  people,
  always,
  beginning = '',
  calendar,
  onMake,
  onOpen,
  onClose,
}: {
  anchor: DOMRect;
  /** Minutes of the day's clock. */
  slot: { readonly day: string; readonly from: number; readonly to: number };
  /** Who can be named. */
  people: readonly Person[];
  /** Who takes part, whatever the line says. */
  always: readonly Person[];
  /** What its line says at first. */
  beginning?: string;
  /** Whose calendar it is in, where that is not the person's own. */
  calendar: string | undefined;
  onMake: (made: Made) => Promise<void>;
  /** Opens it to be written whole. */
  onOpen: (slot: UnderstoodSlot, records: readonly ChosenRecord[]) => void;
  onClose: () => void;
}) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const ref = useRef<HTMLDivElement>(null);
  const [line, setLine] = useState(beginning);
  const [chosen, setChosen] = useState(NO_RECORDS);
  const said = useUnderstood(
    line,
    slot,
    people,
    useMemo(() => new Set(chosen.keys()), [chosen]),
  );
  const seesRecords = useSeesRecords();
  const open = seesRecords ? said.records.find((word) => !chosen.has(word)) : undefined;
  const records = said.records.flatMap((word) => chosen.get(word) ?? []);
  const understood = { ...said, people: [...always, ...said.people] };
  const { wrong, isMeant } = useLineFault(understood);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [inTheWay, setInTheWay] = useState<InTheWay>();
  const style = usePopover(ref, { anchor, focus: (shown) => shown.querySelector('input')?.focus(), onClose });
  const make = async (): Promise<void> => {
    if (isBusy || !isMeant()) return;
    setBusy(true);
    setFault(undefined);
    try {
      await onMake({
        ...understood,
        accepted: inTheWay?.isFinal === false,
        idoLinkings: records.map(({ idoId, idoInstanceId }) => ({ idoId, idoInstanceId })),
      });
      onClose();
    } catch (error) {
      const failure = asFailure(error);
      setInTheWay(inTheWayOf(failure));
      setFault(problemWords(failure, language));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void make();
  };
  return (
    <div
      ref={ref}
      className="quick-card"
      role="dialog"
      aria-label={t.create}
      popover="auto"
      style={style}
      // Its keys are not the page's.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form onSubmit={submit}>
        <input
          className="input"
          aria-label={t.newTitle}
          placeholder={t.newLine}
          maxLength={200}
          value={line}
          aria-invalid={wrong !== ''}
          aria-describedby="quick-card-more"
          onChange={({ currentTarget }) => {
            setLine(currentTarget.value);
            setInTheWay(undefined);
          }}
        />
        <p id="quick-card-more" className={wrong === '' ? 'hint' : 'fault'}>
          {wrong}
        </p>
        <SlotLines slot={understood} records={records} calendar={calendar} />
        {open === undefined ? null : (
          <RecordOfWord key={open} word={open} onPick={(one) => setChosen(new Map([...chosen, [open, one]]))} />
        )}
        <Fault inTheWay={inTheWay} fault={fault} />
        <footer>
          <Button disabled={isBusy} onClick={() => onOpen(understood, records)}>
            {t.whole}
          </Button>
          <Button type="submit" kind="primary" disabled={isBusy}>
            {inTheWay?.isFinal === false ? t.anyway : t.make}
          </Button>
        </footer>
      </form>
    </div>
  );
}

/** What is wrong with the line, in words; empty where nothing is. `isMeant`: whether it may be made now that it was asked for. */
function useLineFault({ title, impossible }: UnderstoodSlot) {
  const t = useTexts(calendarTexts);
  const [isTried, setTried] = useState(false);
  /** A day that was told of once: whoever goes on means it as words of the title. */
  const [told, setTold] = useState<string>();
  const never = impossible === undefined ? '' : t.noSuchDay(impossible);
  return {
    wrong: isTried && title === '' ? t.noTitle : never,
    isMeant: (): boolean => {
      setTried(true);
      setTold(impossible);
      return title !== '' && impossible === told;
    },
  };
}

/** When it is, who takes part, what it is about, and in whose calendar it is. */
function SlotLines({
  slot,
  records,
  calendar,
}: {
  slot: UnderstoodSlot;
  records: readonly ChosenRecord[];
  calendar: string | undefined;
}) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const { day, from, to, people } = slot;
  return (
    <>
      <p className="quick-card-line">
        <Icon name="clock" />
        <span>
          {dayName(day, language)}, {t.between(clockOf(from, language), clockOf(to % DAY_MINUTES, language))}
        </span>
        <span className="quiet">{t.minutes(to - from)}</span>
      </p>
      {people.length === 0 ? null : <PeopleLines slot={slot} />}
      {records.map(({ idoId, displayName }) => (
        <p key={idoId} className="quick-card-line">
          <Icon name="address-book" />
          <span>{displayName}</span>
        </p>
      ))}
      {calendar === undefined ? null : (
        <p className="quick-card-line">
          <Icon name="user" />
          <span>{t.newIn(calendar)}</span>
        </p>
      )}
    </>
  );
}

/** Who takes part, and whether they are free then. */
function PeopleLines({ slot: { day, from, to, people } }: { slot: UnderstoodSlot }) {
  const t = useTexts(calendarTexts);
  const zone = useZone();
  const [begins, ends] = timesOf(day, { from, to });
  const range = { from: instantIn(begins, zone), to: instantIn(ends, zone) };
  const calendars = people.map(({ userId }) => userId);
  const { data } = useAsk(appointmentQueries.freeBusy, { calendars, ...range, zone });
  return people.map(({ userId, fullName }) => {
    const taken = data?.find(({ calendarId }) => calendarId === userId)?.times;
    return (
      <p key={userId} className="quick-card-line">
        <Icon name={resourceOfCalendar(userId) === null ? 'user' : 'door'} />
        <span>{fullName}</span>
        {taken === undefined ? null : (
          <span className="quiet" data-taken={taken.length > 0}>
            {taken.length > 0 ? t.taken : t.free}
          </span>
        )}
      </p>
    );
  });
}

/** Why it was not made. */
function Fault({ inTheWay, fault }: { inTheWay: InTheWay | undefined; fault: string | undefined }) {
  if (inTheWay !== undefined) return <CollisionList collisions={inTheWay.collisions} isFinal={inTheWay.isFinal} />;
  return fault === undefined ? null : <Callout icon="warning">{fault}</Callout>;
}
