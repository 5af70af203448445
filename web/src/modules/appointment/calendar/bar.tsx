import { HeadSlot, useKeys, useLanguage, useTexts } from '../../../shell/index.ts';
import { Button, IconButton } from '../../../ui/parts.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { Shown } from './address.ts';
import { VIEWS, periodName, stepDay, weekNumberOf, type View } from '../period.ts';
import { calendarTexts } from './texts.ts';

/** What is shown, and the ways to what else can be. */
export function CalendarBar({
  shown,
  today,
  weekStart,
  isWide,
  onShow,
  onMake,
  onFind,
  onSide,
}: {
  shown: Shown;
  today: string;
  weekStart: number;
  isWide: boolean;
  onShow: (part: Partial<Shown>) => void;
  /** Absent where the person may make none. */
  onMake: ((anchor: DOMRect) => void) | undefined;
  /** Looks for a time that several people have. */
  onFind: (() => void) | undefined;
  /** Shows what else stands beside it. */
  onSide: (() => void) | undefined;
}) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const { view, day } = shown;
  const step = (by: 1 | -1) => (): void => onShow({ day: stepDay(view, day, by) });
  const goTo = (next: View) => (): void => onShow({ view: next });
  const isList = view === 'list';
  useKeys({
    ...Object.fromEntries(VIEWS.map((one, index) => [String(index + 1), goTo(one)])),
    ...(isList ? {} : { t: () => onShow({ day: today }), j: step(1), k: step(-1) }),
  });
  return (
    <header className="cal-bar-head">
      <div className="toolbar">
        <HeadSlot of="slotTopLeft" />
        {onSide === undefined ? null : <IconButton icon="sidebar-simple" label={t.side} onClick={onSide} />}
        {isList ? null : <h1>{periodName(view, day, { weekStart, language, today, isShort: !isWide })}</h1>}
        {isWide && view === 'week' ? <span className="number">{t.week(weekNumberOf(day))}</span> : null}
        <span className="grow" />
        {isList ? null : (
          <span className="cal-steps">
            <Button aria-keyshortcuts="t" onClick={() => onShow({ day: today })}>
              {t.today}
            </Button>
            <IconButton icon="caret-left" label={t.earlier} hotkey="k" onClick={step(-1)} />
            <IconButton icon="caret-right" label={t.later} hotkey="j" onClick={step(1)} />
          </span>
        )}
        {isWide ? <ViewTabs view={view} onView={(next) => onShow({ view: next })} /> : null}
        {onFind === undefined ? null : (
          <Button kind="plain" icon="binoculars" title={t.find} aria-keyshortcuts="f" onClick={onFind}>
            <span className="cal-find">{t.find}</span>
          </Button>
        )}
        {onMake === undefined ? null : (
          <Button
            kind="primary"
            icon="plus"
            aria-label={isWide ? undefined : t.create}
            onClick={(event) => onMake(event.currentTarget.getBoundingClientRect())}
          >
            {isWide ? t.create : null}
          </Button>
        )}
        <HeadSlot of="slotTopRight" />
      </div>
      {isWide ? null : <ViewTabs view={view} onView={(next) => onShow({ view: next })} />}
    </header>
  );
}

function ViewTabs({ view, onView }: { view: View; onView: (view: View) => void }) {
  const t = useTexts(calendarTexts);
  return (
    <div className="cal-views">
      <Tabs label={t.views} tabs={VIEWS.map((key) => ({ key, label: t.view[key] }))} value={view} onChange={onView} />
    </div>
  );
}
