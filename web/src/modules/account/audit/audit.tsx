import './audit.css';
import type { AuditEntry } from '@kontor/contract/account';
import { useCallback, useMemo, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useMinute, useTexts } from '../../../shell/index.ts';
import { Button, Callout, StatePage } from '../../../ui/parts.tsx';
import { describeBrowser } from '../browser-names.ts';
import { RIGHT_GROUPS, type RightGroup } from '../people/rules.ts';
import { texts as peopleTexts } from '../people/texts.ts';
import { Answer, Section } from '../section.tsx';
import { useTimes } from '../times.ts';
import { useProblem } from '../use-tell.ts';
import { Chain } from './chain.tsx';
import { detailTexts } from './detail-texts.ts';
import { tellDetails, type DetailWords } from './details.ts';
import { ExportMenu } from './export-menu.tsx';
import { Filters } from './filters.tsx';
import { EVERYTHING, byDay, paramsOf, type AuditFilter } from './rules.ts';
import { texts } from './texts.ts';
import { useEntries } from './use-entries.ts';

/** What was done in the instance, for its administrators. */
export function Audit() {
  const t = useTexts(texts);
  const times = useTimes();
  const problem = useProblem();
  const { env } = useClient();
  useMinute();
  const today = times.dayKey(env.now());
  const [filter, setFilter] = useState(EVERYTHING);
  const params = paramsOf(filter, today);
  const { asked, entries, hasMore, loading, failure, loadMore } = useEntries(params);
  const change = useCallback(
    (part: Partial<AuditFilter>) => setFilter((known) => ({ ...known, ...part })),
    [setFilter],
  );
  return (
    <Section intro={t.intro} action={<ExportMenu params={params} today={today} />}>
      <Chain />
      <Filters filter={filter} onChange={change} />
      <Answer asked={asked} rows={6}>
        {() =>
          entries.length === 0 ? (
            <StatePage
              icon="clock-counter-clockwise"
              title={t.none}
              action={<Button onClick={() => setFilter({ ...EVERYTHING, preset: 'all' })}>{t.reset}</Button>}
            >
              {t.noneHint}
            </StatePage>
          ) : (
            <>
              {byDay(entries, (at) => times.dayKey(Date.parse(at))).map(({ day, entries: ofDay }) => (
                <section key={day} className="audit-day">
                  <h3>{times.weekday(ofDay[0]?.at ?? day)}</h3>
                  <ul className="rows">
                    {ofDay.map((entry) => (
                      <Row key={entry.entryId} entry={entry} />
                    ))}
                  </ul>
                </section>
              ))}
              {failure === undefined ? null : (
                <Callout tone="fault" icon="warning">
                  {problem(failure)}
                </Callout>
              )}
              {hasMore ? (
                <div>
                  <Button disabled={loading} onClick={() => void loadMore()}>
                    {loading ? t.loading : t.more}
                  </Button>
                </div>
              ) : null}
            </>
          )
        }
      </Answer>
    </Section>
  );
}

/** Words of details, with the names of rights as the page of a person has them. */
function useDetailWords(): DetailWords {
  const t = useTexts(detailTexts);
  const people = useTexts(peopleTexts);
  return useMemo(() => {
    const rights = (Object.keys(RIGHT_GROUPS) as RightGroup[]).flatMap((group) =>
      RIGHT_GROUPS[group].map((right) => [
        right,
        group === 'more'
          ? people.rightNames[right]
          : t.right(people.groups[group].toLowerCase(), people.rightNames[right]),
      ]),
    );
    return { names: t.names, values: { ...t.values, ...Object.fromEntries(rights) } };
  }, [t, people]);
}

function Row({ entry }: { entry: AuditEntry }) {
  const t = useTexts(texts);
  const times = useTimes();
  const who = entry.userName || (entry.address === '' ? t.server : t.nobody);
  const words = useDetailWords();
  const browser = describeBrowser(entry.device);
  const device = browser === undefined ? entry.device : t.on(browser.program, browser.system);
  const more = [...tellDetails(entry.details, words), entry.address, device].filter(Boolean);
  return (
    <li>
      <time dateTime={entry.at}>{times.clock(entry.at)}</time>
      <span className="what">
        <strong>{t.kinds[entry.kind]}</strong> <span className="who">{who}</span>
        {entry.subject === '' || entry.subject === entry.userName ? null : (
          <span className="subject"> → {entry.subject}</span>
        )}
        {more.length === 0 ? null : (
          <span className="quiet" title={entry.device}>
            {more.join(' · ')}
          </span>
        )}
      </span>
    </li>
  );
}
