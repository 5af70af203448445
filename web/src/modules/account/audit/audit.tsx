import './audit.css';
import { administrationQueries, type AuditEntry } from '@kontor/contract/account';
import { useCallback, useMemo, useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useMinute, useTexts } from '../../../shell/index.ts';
import { Answer } from '../../../shell/failures/answer.tsx';
import { Button, Callout, StatePage } from '../../../ui/parts.tsx';
import { COMMAND_LINE, describeBrowser, programName } from '../browser-names.ts';
import { RIGHT_GROUPS, nameOf, type RightGroup } from '../people/rules.ts';
import { texts as peopleTexts } from '../people/texts.ts';
import { Section } from '../../../ui/section.tsx';
import { useTimes } from '../times.ts';
import { useProblem } from '../use-problem.ts';
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
  const words = useDetailWords();
  const { answer, entries, hasMore, loading, failure, loadMore } = useEntries(params);
  const change = useCallback(
    (part: Partial<AuditFilter>) => setFilter((known) => ({ ...known, ...part })),
    [setFilter],
  );
  return (
    <Section intro={t.intro} action={<ExportMenu params={params} today={today} />}>
      <Chain />
      <Filters filter={filter} onChange={change} />
      <Answer answer={answer} rows={6}>
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
                  <h2>{times.weekday(ofDay[0]?.at ?? day)}</h2>
                  <ul className="rows">
                    {ofDay.map((entry) => (
                      <Row key={entry.entryId} entry={entry} words={words} />
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
  const { kinds } = useTexts(texts);
  const people = useTexts(peopleTexts);
  const { data: persons } = useAsk(administrationQueries.people, {});
  return useMemo(() => {
    const rights = (Object.keys(RIGHT_GROUPS) as RightGroup[]).flatMap((group) =>
      RIGHT_GROUPS[group].map((right) => [
        right,
        group === 'more'
          ? people.rightNames[right]
          : t.right(people.groups[group].toLowerCase(), people.rightNames[right]),
      ]),
    );
    return {
      names: t.names,
      values: { ...kinds, ...t.values, ...Object.fromEntries(rights) },
      people: new Map(persons?.map((person) => [String(person.id), nameOf(person)])),
    };
  }, [t, kinds, people, persons]);
}

/** The device that something was done at, in words. */
function useDeviceOf(): (device: string) => string {
  const t = useTexts(texts);
  return (device) => {
    if (device === '') return '';
    if (device === COMMAND_LINE) return t.commandLine;
    const browser = describeBrowser(device);
    return browser === undefined ? t.otherProgram(programName(device)) : t.on(browser.program, browser.system);
  };
}

function Row({ entry, words }: { entry: AuditEntry; words: DetailWords }) {
  const t = useTexts(texts);
  const times = useTimes();
  const deviceOf = useDeviceOf();
  const who = entry.userName || (entry.address === '' ? t.server : t.nobody);
  // Of several items the number stands among the details.
  const subject = entry.subject === entry.details['items'] ? '' : (words.values[entry.subject] ?? entry.subject);
  const more = [...tellDetails(entry.details, words), entry.address, deviceOf(entry.device)].filter(Boolean);
  return (
    <li>
      <time dateTime={entry.at}>{times.clock(entry.at)}</time>
      <span className="what">
        <strong>{t.kinds[entry.kind]}</strong> <span className="who">{who}</span>
        {subject === '' || subject === entry.userName ? null : <span className="subject"> → {subject}</span>}
        {more.length === 0 ? null : (
          <span className="quiet" title={entry.device}>
            {more.join(' · ')}
          </span>
        )}
      </span>
    </li>
  );
}
