import './panel.css';
import { DIRECTIONS, type DatePreset } from '@kontor/contract/activity';
import { Suspense, useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useMinute, useSettings, useShell, useTexts, useZone } from '../../../shell/index.ts';
import { DateField } from '../../../shell/dates/date-field.tsx';
import { Splitter } from '../../../shell/tabs/splitter.tsx';
import { Check, Segments, TextField } from '../../../ui/fields.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, IconButton } from '../../../ui/parts.tsx';
import type { ListSource } from '../../../client/list-loader.ts';
import { useListNow } from '../../../client/use-list.ts';
import { texts } from '../texts.ts';
import { useTotalText } from '../list/toolbar.tsx';
import { isGroup, isUnusual } from './chip-rules.ts';
import type { AboutFilter } from './chips.tsx';
import { daysOf, moveEnd } from './days.ts';
import { isDays, isSameDate, type ListDate } from './filter.ts';
import { listTexts } from './list-texts.ts';
import { todayIn } from './source.ts';

const Calendar = lazily(() => import('./calendar.tsx').then((module) => module.Calendar));

/** Loads what the filter is made of before it is opened. */
export const warmFilter = (): void => void Calendar.load();

const LEAST = 280;
const MOST = 560;

type Panel = AboutFilter & { readonly onClose: () => void };

/** The filter beside the list. */
export function FilterAside({ onClose, ...about }: Panel) {
  const o = useTexts(listTexts);
  const { settings } = useShell();
  const { filterSplit } = useSettings();
  const panel = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    const buttons = [...(panel.current?.querySelectorAll<HTMLElement>('[data-preset]') ?? [])];
    (buttons.find((button) => button.ariaPressed === 'true') ?? buttons[0])?.focus();
  }, []);
  return (
    <>
      <Splitter
        label={o.width}
        // What is dragged is its left edge: the further to the right, the narrower.
        width={MOST - filterSplit}
        least={0}
        most={MOST - LEAST}
        onChange={(left) => settings.change({ filterSplit: MOST - left })}
      />
      <section
        ref={panel}
        className="filter-panel"
        style={{ width: filterSplit - 1 }}
        aria-labelledby={id}
        onKeyDown={closing(onClose)}
      >
        <header>
          <h2 id={id}>{o.filter}</h2>
          <IconButton icon="x" label={o.close} hotkey="Escape" onClick={onClose} />
        </header>
        <FilterForm {...about} />
      </section>
    </>
  );
}

/** The filter over a small screen. */
export function FilterSheet({ source, onClose, ...about }: Panel & { readonly source: ListSource }) {
  const o = useTexts(listTexts);
  const { loaded, total, capped } = useListNow(source);
  const text = useTotalText({ loaded, count: total, capped });
  return (
    <Dialog title={o.filter} closeLabel={o.close} onClose={onClose}>
      <form
        className="filter-sheet"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <FilterForm {...about} />
        <footer>
          <Button kind="primary" type="submit">
            {loaded ? o.showSome(text) : o.showAll}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** What is chosen holds already: both keys only close. */
const closing =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    const isField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key !== 'Escape' && !(event.key === 'Enter' && isField)) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };

function FilterForm({
  list,
  filter,
  appearance,
  boxes,
  users,
  kinds = [],
  onShow,
  onAppearance,
  onReset,
}: AboutFilter) {
  const o = useTexts(listTexts);
  const t = useTexts(texts);
  const shown = list.hides === true ? appearance : { archived: true, shared: true };
  return (
    <div className="filter-form">
      <DatePart date={filter.date} onChange={(date) => onShow({ ...filter, date })} />
      {list.useBoxes === undefined ? null : (
        <Choices
          title={o.boxes}
          options={boxes?.filter(({ isVirtual }) => !isVirtual).map(({ boxId, name }) => ({ id: boxId, name }))}
          chosen={filter.boxIds}
          onChange={(boxIds) => onShow({ ...filter, boxIds })}
        />
      )}
      {list.useUsers === undefined ? null : <PeoplePart filter={filter} users={users} onShow={onShow} />}
      {list.directions === true ? (
        <Segments
          label={o.direction}
          value={filter.direction}
          options={DIRECTIONS.toReversed().map((key) => [key, o.directions[key]] as const)}
          onChange={(direction) => onShow({ ...filter, direction })}
        />
      ) : null}
      {kinds.length < 2 ? null : (
        <Choices
          title={o.kinds}
          options={kinds.map((kind) => ({ id: kind, name: t.kindsOf[kind] }))}
          chosen={filter.moduleIds}
          onChange={(moduleIds) => onShow({ ...filter, moduleIds: kinds.filter((kind) => moduleIds.includes(kind)) })}
        />
      )}
      <TextField
        label={o.hidden}
        hint={o.hiddenHint}
        type="search"
        maxLength={500}
        value={filter.hidden}
        onChange={(event) => onShow({ ...filter, hidden: event.currentTarget.value }, true)}
      />
      {list.hides === true ? (
        <fieldset>
          <legend>{o.shown}</legend>
          <Check
            label={o.archived}
            checked={appearance.archived}
            onChange={(event) => onAppearance({ archived: event.currentTarget.checked })}
          />
          <Check
            label={o.shared}
            checked={appearance.shared}
            onChange={(event) => onAppearance({ shared: event.currentTarget.checked })}
          />
        </fieldset>
      ) : null}
      <div>
        <Button disabled={!isUnusual(filter, shown, list.default.date)} onClick={onReset}>
          {o.reset}
        </Button>
      </div>
    </div>
  );
}

/** Groups, where there are any, above the people. */
function PeoplePart({ filter, users, onShow }: Pick<AboutFilter, 'filter' | 'users' | 'onShow'>) {
  const o = useTexts(listTexts);
  const groups = (users ?? []).filter(isGroup);
  const people = users?.filter((user) => !isGroup(user));
  return (
    <>
      {groups.length === 0 ? null : (
        <Choices
          title={o.groups}
          options={groups.map(({ groupId, groupName }) => ({ id: groupId, name: groupName }))}
          chosen={filter.groupIds}
          onChange={(groupIds) => onShow({ ...filter, groupIds })}
        />
      )}
      <Choices
        title={o.people}
        options={people?.map(({ userId, fullName }) => ({ id: userId, name: fullName }))}
        chosen={filter.userIds}
        onChange={(userIds) => onShow({ ...filter, userIds })}
      />
    </>
  );
}

/** Past, present and future beside each other, a line for each measure of time. */
const PRESETS: readonly DatePreset[] = [
  'yesterday',
  'today',
  'tomorrow',
  'lastWeek',
  'thisWeek',
  'nextWeek',
  'lastMonth',
  'thisMonth',
  'nextMonth',
  'lastYear',
  'thisYear',
  'nextYear',
  'lastFourWeeks',
  'olderThanAMonth',
  'endOfTomorrow',
  'endOfNextMonth',
  'all',
];

function DatePart({ date, onChange }: { date: ListDate; onChange: (date: ListDate) => void }) {
  const o = useTexts(listTexts);
  const zone = useZone();
  const now = useMinute();
  const days = daysOf(date, now, zone);
  return (
    <section className="filter-date" aria-label={o.date}>
      <h3>{o.date}</h3>
      <div className="filter-presets" role="group" aria-label={o.date}>
        {PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            data-preset={preset}
            aria-pressed={!isDays(date) && isSameDate(date, preset)}
            onClick={() => onChange(preset)}
          >
            {o.dates[preset]}
          </button>
        ))}
      </div>
      <div className="filter-calendar">
        <Suspense fallback={<p className="quiet">{o.loading}</p>}>
          <Calendar days={days} today={todayIn(zone, now)} onPick={onChange} />
        </Suspense>
      </div>
      <div className="filter-range">
        {(['from', 'to'] as const).map((end) => (
          <DateField
            key={end}
            label={o[end]}
            kind="day"
            value={days[end] ?? ''}
            onChange={(value) => onChange(moveEnd(days, end, value))}
          />
        ))}
      </div>
    </section>
  );
}

/** Any number of things out of several. */
function Choices<T extends string | number>({
  title,
  options,
  chosen,
  onChange,
}: {
  title: string;
  options: readonly { readonly id: T; readonly name: string }[] | undefined;
  chosen: readonly T[];
  onChange: (chosen: readonly T[]) => void;
}): ReactNode {
  const o = useTexts(listTexts);
  const set = (id: T, on: boolean): void => {
    const rest = chosen.filter((one) => one !== id);
    onChange(on ? [...rest, id].toSorted((a, b) => (a < b ? -1 : 1)) : rest);
  };
  return (
    <fieldset>
      <legend>{title}</legend>
      {options === undefined ? <p className="quiet">{o.loading}</p> : null}
      {options?.map(({ id, name }) => (
        <Check
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) => set(id, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
