import { recordQueries, type RelatedGroup } from '@kontor/contract/record';
import { useMemo } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useFormats, useGo, useTexts } from '../../../shell/index.ts';
import { SkeletonBlock, Button, Callout } from '../../../ui/parts.tsx';
import { useShowRecord, type NamedRecord } from '../address.ts';
import { KindDot } from '../link-line.tsx';
import { addressOf } from '../lists/address.ts';
import { relatedTexts } from './related-texts.ts';

const NONE: readonly NamedRecord[] = [];
const recordsIn = (groups: readonly RelatedGroup[]): readonly NamedRecord[] =>
  groups.flatMap(({ idoInstanceId, records }) => records.map(({ idoId }) => ({ idoId, idoInstanceId })));

/** The records that a record is related with, as far as they are told of; empty while that is not known. */
export function useRelated(record: NamedRecord | undefined): readonly NamedRecord[] {
  const { data } = useAsk(recordQueries.related, record);
  return useMemo(() => (data === undefined ? NONE : recordsIn(data)), [data]);
}

/** The records that a record names, and those that name it, by their kinds and by the fields that say so. */
export function Related({ record }: { record: NamedRecord }) {
  const t = useTexts(relatedTexts);
  const { data, failure, retry } = useAsk(recordQueries.related, record);
  if (data === undefined)
    return failure === undefined ? (
      <div className="delayed form" aria-hidden="true">
        <SkeletonBlock width="40%" />
        <SkeletonBlock width="100%" height={44} />
      </div>
    ) : (
      <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
        {failure.kind === 'offline' ? t.offline : t.failed}
      </Callout>
    );
  if (data.length === 0) return <p className="quiet">{t.none}</p>;
  return [...Map.groupBy(data, ({ idoInstanceId }) => idoInstanceId).entries()].map(([kindId, groups]) => (
    <section key={kindId} className="related-kind" aria-label={groups[0]?.instanceTitle}>
      <h3>
        <KindDot color={groups[0]?.instanceColor ?? ''} /> {groups[0]?.instanceTitle}
      </h3>
      {groups.map((group) => (
        <Group key={`${group.key} ${group.isNaming}`} group={group} of={record} />
      ))}
    </section>
  ));
}

function Group({
  group: { key, label, isNaming, totalCount, idoInstanceId, records },
  of,
}: {
  group: RelatedGroup;
  of: NamedRecord;
}) {
  const t = useTexts(relatedTexts);
  const formats = useFormats();
  const showRecord = useShowRecord();
  const go = useGo();
  const rest = totalCount - records.length;
  const showAll = (): void =>
    go(
      addressOf({
        instanceId: idoInstanceId,
        queryId: '',
        text: '',
        conditions: [{ key, operator: 'is', value: String(of.idoId) }],
      }),
    );
  return (
    <div className="related-group">
      <h4>
        {isNaming ? t.naming(label) : label} <span className="quiet">{formats.number(totalCount)}</span>
      </h4>
      <ul>
        {records.map(({ idoId, displayName }) => (
          <li key={idoId}>
            <button type="button" title={t.open(displayName)} onClick={() => showRecord({ idoId, idoInstanceId })}>
              {displayName}
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className="quiet small">{t.rest(formats.number(rest))}</p> : null}
      {rest > 0 && isNaming ? (
        <Button kind="plain" icon="list" onClick={showAll}>
          {t.all(formats.number(totalCount))}
        </Button>
      ) : null}
    </div>
  );
}
