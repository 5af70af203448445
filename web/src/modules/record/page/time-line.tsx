import type { ItemKindName } from '@kontor/contract/kernel';
import { recordQueries } from '@kontor/contract/record';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ListSource } from '../../../client/list-loader.ts';
import { useClient } from '../../../client/react.tsx';
import { useList } from '../../../client/use-list.ts';
import { useLanguage, useTexts, useZone } from '../../../shell/index.ts';
import { LOCALES } from '../../../shell/language.ts';
import { SkeletonBlock, Button, Callout, LoadingLine, StatePage } from '../../../ui/parts.tsx';
import type { NamedRecord } from '../address.ts';
import { HistoryFilter, WHOLE, type Filter } from './history-filter.tsx';
import { byDay, dateOf } from './history-rules.ts';
import { HistoryItem } from './history-item.tsx';
import { SelectableLines, type Titled } from './history-selection.tsx';
import { useRelated } from './related.tsx';
import { pageTexts } from './texts.ts';
import { TimeSpent } from './time-spent.tsx';

/** Whose history it is: a record's, a contact person's, or that of an address. */
export type About =
  | { readonly idoId: number; readonly instanceId: number; readonly contactPersonId?: number }
  | { readonly address: string };

const NONE: readonly NamedRecord[] = [];

/**
 * What has happened with a record, a person or an address, by days, the newest first. `fixed`: what it is cut to, whatever else is chosen;
 * `hasRelated`: what has happened with related records can be shown, too.
 */
export function TimeLine({
  about,
  fixed = {},
  label,
  nothing,
  hasRelated = false,
  record,
}: {
  about: About;
  fixed?: { readonly moduleIds?: readonly ItemKindName[]; readonly search?: string };
  label?: string;
  /** What is said where nothing is there; left out: that nothing has happened. */
  nothing?: { readonly title: string; readonly hint: string };
  hasRelated?: boolean;
  /** The record that the items are linked with; left out where they need not be. */
  record?: Titled;
}) {
  const t = useTexts(pageTexts);
  const client = useClient();
  const zone = useZone();
  const [filter, setFilter] = useState(WHOLE);
  const named = JSON.stringify(about);
  const related = useRelated(
    hasRelated && 'idoId' in about ? { idoId: about.idoId, idoInstanceId: about.instanceId } : undefined,
  );
  const records = filter.isRelatedToo ? related : NONE;
  const { moduleIds, search } = fixed;
  const typed = useDeferredValue(filter.search);
  const source = useMemo(() => {
    const words = [search, typed.trim()].filter(Boolean).join(' ');
    const params = {
      ...(JSON.parse(named) as About),
      ...(records.length === 0 ? {} : { records: [...records] }),
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
  }, [client, zone, named, records, moduleIds, search, typed, filter]);
  const isWhole = JSON.stringify(filter) === JSON.stringify(WHOLE);
  return (
    <section className="happened" aria-label={label ?? t.history}>
      <HistoryFilter
        filter={filter}
        hasKinds={moduleIds === undefined}
        related={related.length}
        onChange={(part) => setFilter({ ...filter, ...part })}
      />
      {hasRelated && 'idoId' in about && isOfTimeAlone(filter) ? (
        <TimeSpent
          about={{ idoId: about.idoId, idoInstanceId: about.instanceId }}
          records={records}
          date={source.params.date}
        />
      ) : null}
      <Days
        key={source.id}
        source={source}
        isWhole={isWhole}
        nothing={nothing}
        record={record}
        onReset={() => setFilter(WHOLE)}
      />
    </section>
  );
}

/** Whether a history is cut to a time at most: what was spent is told for that. */
const isOfTimeAlone = (filter: Filter): boolean =>
  JSON.stringify({ ...filter, range: WHOLE.range, isRelatedToo: WHOLE.isRelatedToo }) === JSON.stringify(WHOLE);

function Days({
  source,
  isWhole,
  nothing,
  record,
  onReset,
}: {
  source: ListSource<typeof recordQueries.activities.params, typeof recordQueries.activities.result>;
  isWhole: boolean;
  nothing: { readonly title: string; readonly hint: string } | undefined;
  record: Titled | undefined;
  onReset: () => void;
}) {
  const t = useTexts(pageTexts);
  const client = useClient();
  const zone = useZone();
  const language = useLanguage();
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
          <SkeletonBlock key={n} width="100%" height={44} />
        ))}
      </div>
    );
  if (list.ids.length === 0)
    return isWhole ? (
      <StatePage icon="clock-counter-clockwise" title={nothing?.title ?? t.nothing}>
        {nothing?.hint ?? t.nothingHint}
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
      <SelectableLines
        name={source.id}
        ids={list.ids}
        of={record}
        onMore={more}
        top={
          <p className="quiet small" role="status">
            {t.count(list.total)}
          </p>
        }
      >
        {(isSelected) =>
          days.map(({ day, items }) => (
            <section key={day} className="happened-day">
              <h2>{dayName.format(Date.parse(day))}</h2>
              <ul>
                {items.map((key) => (
                  <HistoryItem
                    key={key}
                    itemId={key}
                    isOpen={open === key}
                    isSelected={isSelected(key)}
                    onToggle={() => setOpen(open === key ? undefined : key)}
                  />
                ))}
              </ul>
            </section>
          ))
        }
      </SelectableLines>
      {list.complete ? null : (
        <div ref={end} className="happened-end">
          <Button onClick={more}>{t.more}</Button>
        </div>
      )}
    </>
  );
}
