import './due-line.css';
import { kindOf } from '@kontor/contract/kernel';
import { Link, detailHref, useLanguage, useTexts } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import type { DueEntry } from './due.ts';
import { clockOf } from '../period.ts';
import { calendarTexts } from './texts.ts';

/** What is to do, at the day that it is due on. Where `onPlan` is given it can be dragged to a time, or sent there by a key. */
export function DueLine({ entry, onPlan }: { entry: DueEntry; onPlan?: (entry: DueEntry, anchor: DOMRect) => void }) {
  const t = useTexts(calendarTexts);
  const language = useLanguage();
  const { aggregateId, module, title, minutes } = entry;
  const { icon, words } = kindOf(module);
  return (
    <Link
      className="cal-due"
      to={detailHref({ module, aggregateId }, 'module')}
      aria-keyshortcuts={onPlan && 'P'}
      title={onPlan && t.planHint}
      draggable={false}
      data-grip={onPlan && `due ${aggregateId}`}
      onKeyDown={(event) => {
        if (event.key !== 'p' || event.ctrlKey || event.metaKey || event.altKey || onPlan === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        onPlan(entry, event.currentTarget.getBoundingClientRect());
      }}
    >
      <Icon small name={icon} />
      <span className="hidden-text">{t.dueOf(words[language].one)}</span>
      <span>{title === '' ? t.untitled : title}</span>
      {minutes === null ? null : <time>{clockOf(minutes, language)}</time>}
    </Link>
  );
}

/** Tasks of a day at most; what is more is a number. */
const MAX_DUE = 4;

/** What is to be done by the days shown, above the hours. */
export function DueLane({
  due,
  onPlan,
}: {
  /** By column. */
  due: readonly (readonly DueEntry[])[];
  onPlan: (task: DueEntry, column: number, anchor: DOMRect) => void;
}) {
  const t = useTexts(calendarTexts);
  if (due.every((tasks) => tasks.length === 0)) return null;
  return (
    <div className="cal-dues" style={{ gridTemplateColumns: 'subgrid' }}>
      <span className="cal-lane-label">{t.dueLane}</span>
      {due.map((tasks, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- columns have no other name here
        <div key={column} style={{ gridColumn: column + 2 }}>
          {tasks.slice(0, MAX_DUE).map((task) => (
            <DueLine key={task.aggregateId} entry={task} onPlan={(one, anchor) => onPlan(one, column, anchor)} />
          ))}
          {tasks.length > MAX_DUE ? <span className="cal-due">{t.more(tasks.length - MAX_DUE)}</span> : null}
        </div>
      ))}
    </div>
  );
}
