import type { DateFilter } from '@kontor/contract/activity';
import { recordTimeQueries } from '@kontor/contract/record';
import { useAsk } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import type { NamedRecord } from '../address.ts';
import { pageTexts } from './texts.ts';

/** The time that the memos of a record, and of others with it, say was spent, in all and by person; nothing where they say none. */
export function TimeSpent({
  about: { idoId, idoInstanceId },
  records,
  date,
}: {
  about: NamedRecord;
  records: readonly NamedRecord[];
  date: DateFilter;
}) {
  const t = useTexts(pageTexts);
  const { data } = useAsk(recordTimeQueries.timeSpent, {
    idoId,
    instanceId: idoInstanceId,
    date,
    records: records.map((record) => ({ idoId: record.idoId, idoInstanceId: record.idoInstanceId })),
  });
  if (data === undefined || data.seconds === 0) return null;
  const [first, ...others] = data.people;
  const people =
    others.length === 0
      ? (first?.name ?? '')
      : data.people.map(({ name, seconds }) => `${name} ${t.lengthOf(minutesOf(seconds))}`).join(', ');
  return (
    <p className="happened-spent">
      {t.spent(t.lengthOf(minutesOf(data.seconds)))} <span className="quiet">{people}</span>
    </p>
  );
}

/** A length that was begun counts as a minute. */
const minutesOf = (seconds: number): number => Math.max(1, Math.round(seconds / 60));
