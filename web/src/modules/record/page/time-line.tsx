import { MODULE_NAMES, type ModuleName } from '@kontor/contract/kernel';
import { findQueries, type Direction } from '@kontor/contract/activity';
import { recordQueries } from '@kontor/contract/record';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ListSource } from '../../../client/list-loader.ts';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useList } from '../../../client/use-list.ts';
import { useFormats, useLanguage, useTexts, useZone } from '../../../shell/index.ts';
import { LOCALES } from '../../../shell/language.ts';
import { Segments, SelectField, TextField } from '../../../ui/fields.tsx';
import { Bone, Button, Callout, LoadingLine, StatePage } from '../../../ui/parts.tsx';
import { activityTexts } from '../../activity/index.tsx';
import { byDay, dateOf, RANGES, type Range } from './history-rules.ts';
import { HistoryItem } from './history-item.tsx';
import { pageTexts } from './texts.ts';

/** Whose history it is. */
export interface About {
  readonly idoId: number;
  readonly instanceId: number;
  readonly contactPersonId?: number;
}

interface Filter {
  readonly range: Range;
  readonly search: string;
  readonly direction: Direction;
  readonly kind: ModuleName | '';
  readonly box: string;
  readonly user: string;
}
const WHOLE: Filter = { range: 'all', search: '', direction: 'bidirectional', kind: '', box: '', user: '' };

/** What has happened with a record or with a person, by days, the newest first. `fixed`: what it is cut to, whatever else is chosen. */
export function TimeLine({
  about,
  fixed = {},
  label,
}: {
  about: About;
  fixed?: { readonly moduleIds?: readonly ModuleName[]; readonly search?: string };
  label?: string;
}) {
  const t = useTexts(pageTexts);
  const client = useClient();
  const zone = useZone();
  const [filter, setFilter] = useState(WHOLE);
  const { idoId, instanceId, contactPersonId } = about;
  const { moduleIds, search } = fixed;
  const typed = useDeferredValue(filter.search);
  const source = useMemo(() => {
    const words = [search, typed.trim()].filter(Boolean).join(' ');
    const params = {
      idoId,
      instanceId,
      ...(contactPersonId === undefined ? {} : { contactPersonId }),
      date: dateOf(filter.range, client.env.now(), zone),
      search: words,
      direction: filter.direction,
      moduleIds: [...(moduleIds ?? (filter.kind === '' ? [] : [filter.kind]))],
      boxIds: filter.box === '' ? [] : [Number(filter.box)],
      userFilter: filter.user === '' ? [] : [Number(filter.user)],
    };
    return {
      id: `record.activities ${JSON.stringify(params)}`,
      definition: recordQueries.activities,
      params,
      keep: (row) => !row.trashed,
    } satisfies ListSource<typeof recordQueries.activities.params, typeof recordQueries.activities.result>;
  }, [client, zone, idoId, instanceId, contactPersonId, moduleIds, search, typed, filter]);
  const isWhole = JSON.stringify(filter) === JSON.stringify(WHOLE);
  return (
    <section className="happened" aria-label={label ?? t.history}>
      <Filters
        filter={filter}
        hasKinds={moduleIds === undefined}
        onChange={(part) => setFilter({ ...filter, ...part })}
      />
      <Days key={source.id} source={source} isWhole={isWhole} onReset={() => setFilter(WHOLE)} />
    </section>
  );
}

function Filters({
  filter,
  hasKinds,
  onChange,
}: {
  filter: Filter;
  hasKinds: boolean;
  onChange: (part: Partial<Filter>) => void;
}) {
  const t = useTexts(pageTexts);
  const a = useTexts(activityTexts);
  const boxes = useAsk(findQueries.trashBoxes, {}).data ?? [];
  const users = useAsk(findQueries.trashUsers, {}).data ?? [];
  const options = <T extends string>(names: Readonly<Record<T, string>>) => Object.entries(names) as [T, string][];
  return (
    <div className="happened-filter" role="group" aria-label={t.filter}>
      <Segments
        label={t.range}
        value={filter.range}
        options={RANGES.map((range) => [range, t.ranges[range]] as const)}
        onChange={(range) => onChange({ range })}
      />
      <TextField
        label={t.search}
        type="search"
        value={filter.search}
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value })}
      />
      <SelectField
        label={t.direction}
        value={filter.direction}
        options={options(t.directions)}
        onChange={(direction) => onChange({ direction })}
      />
      {hasKinds ? (
        <SelectField<ModuleName | ''>
          label={t.kind}
          value={filter.kind}
          options={[['', t.allKinds], ...MODULE_NAMES.map((name) => [name, a.kinds[name]] as const)]}
          onChange={(kind) => onChange({ kind })}
        />
      ) : null}
      {boxes.length === 0 ? null : (
        <SelectField
          label={t.box}
          value={filter.box}
          options={[['', t.allBoxes], ...boxes.map(({ boxId, name }) => [String(boxId), name] as const)]}
          onChange={(box) => onChange({ box })}
        />
      )}
      <SelectField
        label={t.user}
        value={filter.user}
        options={[
          ['', t.allUsers],
          ...users.flatMap(({ userId, fullName }) => (userId > 0 ? [[String(userId), fullName] as const] : [])),
        ]}
        onChange={(user) => onChange({ user })}
      />
    </div>
  );
}

function Days({
  source,
  isWhole,
  onReset,
}: {
  source: ListSource<typeof recordQueries.activities.params, typeof recordQueries.activities.result>;
  isWhole: boolean;
  onReset: () => void;
}) {
  const t = useTexts(pageTexts);
  const client = useClient();
  const zone = useZone();
  const language = useLanguage();
  const formats = useFormats();
  const { list, failure, isFetching, reload, more } = useList(source);
  const [open, setOpen] = useState<string>();
  const end = useRef<HTMLDivElement>(null);
  const days = useMemo(
    () => byDay(list.ids, (key) => client.store.get(key)?.timestamp ?? 0, zone),
    [list.ids, client, zone],
  );
  useEffect(() => {
    const element = end.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more(), {
      rootMargin: '600px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
  if (!list.loaded && failure !== undefined)
    return (
      <Callout tone="fault" icon="warning" action={<Button onClick={reload}>{t.retry}</Button>}>
        {failure.kind === 'offline' ? t.offline : t.failed}
      </Callout>
    );
  if (!list.loaded)
    return (
      <div className="delayed form" aria-hidden="true">
        {[0, 1, 2, 3].map((n) => (
          <Bone key={n} width="100%" height={44} />
        ))}
      </div>
    );
  if (list.ids.length === 0)
    return isWhole ? (
      <StatePage icon="clock-counter-clockwise" title={t.nothing}>
        {t.nothingHint}
      </StatePage>
    ) : (
      <StatePage icon="funnel" title={t.nothingFound} action={<Button onClick={onReset}>{t.reset}</Button>}>
        {t.nothingFoundHint}
      </StatePage>
    );
  const dayName = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'full', timeZone: 'UTC' });
  return (
    <>
      <LoadingLine shown={isFetching} />
      <p className="quiet small" role="status">
        {t.count(formats.number(list.total))}
      </p>
      {days.map(({ day, items }) => (
        <section key={day} className="happened-day">
          <h2>{dayName.format(Date.parse(day))}</h2>
          <ul>
            {items.map((key) => (
              <HistoryItem
                key={key}
                itemId={key}
                isOpen={open === key}
                onToggle={() => setOpen(open === key ? undefined : key)}
              />
            ))}
          </ul>
        </section>
      ))}
      {list.complete ? null : (
        <div ref={end} className="happened-end">
          <Button onClick={more}>{t.more}</Button>
        </div>
      )}
    </>
  );
}
