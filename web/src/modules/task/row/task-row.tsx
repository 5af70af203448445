import type { EntryRow } from '@kontor/contract/activity';
import { useFormats, useLanguage, useMinute, useTexts, useZone } from '../../../shell/index.ts';
import { nearDatesIn } from '../../../shell/dates/near-dates.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { Icon } from '../../../ui/parts.tsx';
import { dueOf } from './due.ts';
import { rowTexts } from './row-texts.ts';
import './row.css';

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const tagsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one) => one !== '') : []);

/** A small number of so many, with its words for who does not see its icon. */
function Progress({ icon, done, all, words }: { icon: IconName; done: number; all: number; words: string }) {
  return all === 0 ? null : (
    <span className="task-count" title={words}>
      <Icon name={icon} small label={words} />
      <span aria-hidden="true">
        {done}/{all}
      </span>
    </span>
  );
}

/** When a task is due, in the place of when it came; of a note that is never due, that. */
export function TaskTime({ row }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  const formats = useFormats();
  const said = nearDatesIn(useLanguage(), useZone());
  const now = useMinute();
  const due = dueOf(row);
  if (due === undefined)
    return row.moduleName === 'note' ? (
      <time className="row-time">{formats.short(row.timestamp, now)}</time>
    ) : (
      <span className="row-time" />
    );
  const isOver = row.status !== 3 && said.isOver(due, now);
  return (
    <time className="row-time task-due" data-over={isOver} dateTime={due}>
      <span className="hidden-text">{isOver ? t.over : t.due} </span>
      {said.text(due, now)}
    </time>
  );
}

/** The tags of a task. */
export function TaskRow({ row: { extras } }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  const { preview } = extras;
  const tags = tagsOf(extras['tags']);
  return (
    <span className="row-preview task-said">
      {tags.length === 0 ? null : (
        <span>
          <span className="hidden-text">{t.tags} </span>
          {tags.map((tag) => `#${tag}`).join(' ')}
        </span>
      )}
      {typeof preview === 'string' && preview !== '' ? <span>{preview}</span> : null}
    </span>
  );
}

const MARKS = [
  ['waits', 'hourglass'],
  ['repeats', 'repeat'],
  ['hasAlarm', 'bell'],
] as const;
const WORDS = { waits: 'waits', repeats: 'repeats', hasAlarm: 'alarm' } as const;

/** How far its check-list and its parts are, and what else a task has. */
export function TaskMarks({ row: { extras } }: { row: EntryRow }) {
  const t = useTexts(rowTexts);
  const [checked, checks] = [numberOf(extras['checked']), numberOf(extras['checks'])];
  const [done, parts] = [numberOf(extras['subtasksDone']), numberOf(extras['subtasks'])];
  return (
    <>
      <Progress icon="list-bullets" done={checked} all={checks} words={t.checks(checked, checks)} />
      <Progress icon="check-square" done={done} all={parts} words={t.parts(done, parts)} />
      {extras['inactive'] === true ? <Icon name="pencil-simple" small label={t.inactive} /> : null}
      {MARKS.map(([field, icon]) =>
        extras[field] === true ? <Icon key={field} name={icon} small label={t[WORDS[field]]} /> : null,
      )}
      {extras['favored'] === true ? <Icon name="star" fill small label={t.favored} /> : null}
    </>
  );
}
