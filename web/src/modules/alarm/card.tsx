import './alarm.css';
import type { Alarm } from '@kontor/contract/alarm';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLanguage, useTexts, useZone } from '../../shell/index.ts';
import { sayAlarm, sayWhen } from '../../service-worker/notices.ts';
import { SkeletonBlock, Button, Callout, Icon, IconButton } from '../../ui/parts.tsx';
import { KIND_ICONS } from '../activity/index.tsx';
import { nameOf } from './rules.ts';
import { OwnTime, SnoozeChoices, snoozeOfKey } from './snooze.tsx';
import { texts } from './texts.ts';
import type { Alarms } from './use-alarms.ts';
import type { Doing } from './use-doing.ts';

/** Who, what, when. */
function Said({ alarm, now, isToday, onOpen }: { alarm: Alarm; now: number; isToday: boolean; onOpen: () => void }) {
  const t = useTexts(texts);
  const reader = { language: useLanguage(), zone: useZone() };
  const { kind, when } = sayAlarm(reader, alarm, now);
  const about = [kind, ...(alarm.contact === '' ? [] : [t.by(alarm.contact)]), when].join(' · ');
  return (
    <div className="alarm-said">
      <Icon name={KIND_ICONS[alarm.moduleName]} />
      <div>
        <button type="button" className="alarm-title" onClick={onOpen}>
          {alarm.title === '' ? t.untitled : alarm.title}
        </button>
        <p className="quiet">{isToday ? `${sayWhen(reader, alarm.userAlarmTimestamp, now)} · ${about}` : about}</p>
      </div>
    </div>
  );
}

/** One that rang, with what can be done about it. */
function Rung({
  alarm,
  now,
  isWide,
  doing,
  onWide,
  onOwn,
}: {
  alarm: Alarm;
  now: number;
  isWide: boolean;
  doing: Doing;
  onWide: () => void;
  onOwn: () => void;
}) {
  const t = useTexts(texts);
  return (
    <li className="alarm" data-alarm={nameOf(alarm)}>
      <Said alarm={alarm} now={now} isToday={false} onOpen={() => doing.open(alarm)} />
      <div className="alarm-acts">
        <Button kind="primary" data-first="" onClick={() => doing.ok(alarm)}>
          {t.ok}
        </Button>
        <Button onClick={() => doing.open(alarm)}>{t.open}</Button>
        <span className="grow" />
        <Button kind="plain" icon={isWide ? 'caret-up' : 'clock'} aria-expanded={isWide} onClick={onWide}>
          {t.later}
        </Button>
      </div>
      {isWide ? <SnoozeChoices alarm={alarm} onUntil={(until) => doing.delay(alarm, until)} onOwn={onOwn} /> : null}
    </li>
  );
}

/** What the card lists: what rang alone, when it came by itself, or also what is to ring today. */
export type CardMode = 'called' | 'listed';

function Today({ alarms, now, doing }: { alarms: readonly Alarm[]; now: number; doing: Doing }) {
  const t = useTexts(texts);
  if (alarms.length === 0) return null;
  return (
    <>
      <h3>{t.today}</h3>
      <ul>
        {alarms.map((alarm) => (
          <li key={nameOf(alarm)} className="alarm" data-alarm={nameOf(alarm)} data-later="">
            <Said alarm={alarm} now={now} isToday onOpen={() => doing.open(alarm)} />
            <IconButton
              icon="bell-slash"
              label={t.notToRing(alarm.title === '' ? t.untitled : alarm.title)}
              onClick={() => doing.ok(alarm)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** What stands in the card where there is nothing to be listed, or it could not be asked for. */
function Otherwise({ alarms }: { alarms: Alarms }) {
  const t = useTexts(texts);
  const retry = (
    <Button kind="plain" onClick={alarms.retry}>
      {t.retry}
    </Button>
  );
  if (alarms.all === undefined)
    return alarms.failure === undefined ? (
      <div className="alarm-skeleton" role="status" aria-label={t.loading}>
        <SkeletonBlock width="70%" />
        <SkeletonBlock width="45%" />
      </div>
    ) : (
      <Callout tone="fault" icon="warning" action={retry}>
        {t.failed}
      </Callout>
    );
  return (
    <>
      {alarms.rung.length + alarms.today.length === 0 ? (
        <div className="alarm-none">
          <strong>{t.none}</strong>
          <p className="quiet">{t.noneHint}</p>
        </div>
      ) : null}
      {alarms.failure === undefined ? null : (
        <Callout icon="cloud-slash" action={retry}>
          {t.stale}
        </Callout>
      )}
    </>
  );
}

/** Focus stays in the card when what had it is gone; where nothing is left, it goes back to where it was. */
function useKeptFocus(back: () => void) {
  const card = useRef<HTMLElement>(null);
  const isIn = useRef(false);
  const latest = useRef(back);
  useLayoutEffect(() => {
    latest.current = back;
    if (!isIn.current || document.activeElement !== document.body) return;
    const next = card.current?.querySelector<HTMLElement>('[data-first]') ?? card.current;
    next?.focus();
  });
  useLayoutEffect(() => {
    const element = card.current;
    // React hears nothing of a focus that goes while it takes elements away.
    const come = (): void => {
      isIn.current = true;
    };
    const go = ({ target, relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node) isIn.current = element?.contains(relatedTarget) === true;
      // Of what is taken away the browser says so while it is there still.
      else
        setTimeout(
          () => (isIn.current &&= !(target as Node).isConnected || element?.contains(document.activeElement) === true),
          0,
        );
    };
    element?.addEventListener('focusin', come);
    element?.addEventListener('focusout', go);
    return () => {
      element?.removeEventListener('focusin', come);
      element?.removeEventListener('focusout', go);
      if (isIn.current) latest.current();
    };
  }, []);
  return card;
}

/**
 * What calls the person, over the page: it takes no focus from anybody, and is left for later by Escape. Keys `1` to `8` put off the alarm
 * that has the focus, else the first one.
 */
export function AlarmCard({
  alarms,
  mode,
  doing,
  focusRequests,
  onClose,
  onBack,
}: {
  alarms: Alarms;
  mode: CardMode;
  doing: Doing;
  /** The person has asked for it, and is to have the focus in it; grows with every time. */
  focusRequests: number;
  onClose: () => void;
  /** Gives the focus back to what had it. */
  onBack: () => void;
}) {
  const t = useTexts(texts);
  const { rung, today, now } = alarms;
  const [wide, setWide] = useState<string>();
  const [own, setOwn] = useState<Alarm>();
  const card = useKeptFocus(onBack);
  const wideName = wide ?? (rung[0] === undefined ? undefined : nameOf(rung[0]));
  useEffect(() => {
    if (focusRequests === 0) return;
    const first = card.current?.querySelector<HTMLElement>('[data-first]') ?? card.current;
    first?.focus();
  }, [focusRequests, card]);

  const named = (target: EventTarget | null): string | null | undefined =>
    target instanceof Element ? target.closest('[data-alarm]')?.getAttribute('data-alarm') : undefined;
  const move = (from: EventTarget | null, by: number): void => {
    const all = [...(card.current?.querySelectorAll<HTMLElement>('[data-alarm]') ?? [])];
    const next = all[all.findIndex((row) => row.dataset['alarm'] === named(from)) + by];
    next?.querySelector<HTMLElement>('[data-first], .alarm-title')?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const alarm = rung.find((one) => nameOf(one) === named(event.target)) ?? rung[0];
    const until = snoozeOfKey(event.key);
    // What is behind the card is not meant by the keys that are pressed in it.
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      move(event.target, event.key === 'ArrowDown' ? 1 : -1);
    else if (until !== undefined && alarm !== undefined) {
      if (until === 'own') setOwn(alarm);
      else doing.delay(alarm, until);
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <section ref={card} className="alarm-card" aria-label={t.title} tabIndex={-1} onKeyDown={press}>
        <header>
          <Icon name="bell" />
          <h2>{t.title}</h2>
          <span className="grow" />
          {rung.length > 1 ? (
            <Button kind="plain" onClick={() => doing.okAll(rung)}>
              {t.okAll}
            </Button>
          ) : null}
          <IconButton icon="x" label={t.close} title={`${t.close} (Esc)`} onClick={onClose} />
        </header>
        <div className="alarm-list">
          {rung.length === 0 ? null : (
            <ul>
              {rung.map((alarm) => (
                <Rung
                  key={nameOf(alarm)}
                  alarm={alarm}
                  now={now}
                  isWide={nameOf(alarm) === wideName}
                  doing={doing}
                  onWide={() => setWide(nameOf(alarm) === wideName ? '' : nameOf(alarm))}
                  onOwn={() => setOwn(alarm)}
                />
              ))}
            </ul>
          )}
          {mode === 'listed' ? <Today alarms={today} now={now} doing={doing} /> : null}
          {mode === 'listed' ? <Otherwise alarms={alarms} /> : null}
        </div>
      </section>
      {own === undefined ? null : (
        <OwnTime onUntil={(until) => doing.delay(own, until)} onClose={() => setOwn(undefined)} />
      )}
    </>
  );
}
