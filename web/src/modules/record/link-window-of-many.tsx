import './record.css';
import './link-window.css';
import type { ResultOf } from '@kontor/contract/kernel';
import { RECORDS_KEY, recordHistoryQueries } from '@kontor/contract/record';
import { useCallback, useEffect, useState } from 'react';
import { asFailure, type Failure } from '../../client/failure.ts';
import type { Client } from '../../client/client.ts';
import { useClient } from '../../client/react.tsx';
import { useLanguage, useShell, useTexts } from '../../shell/index.ts';
import { Dialog } from '../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout, StatePage } from '../../ui/parts.tsx';
import { pickRecord, type ShowingMany } from './open-dialogs.ts';
import { linkAll, stepsOf, unlinkAll } from './link-many.ts';
import { windowTexts } from './link-window-texts.ts';
import { Kinds, WindowEnd } from './link-window.tsx';
import { texts } from './texts.ts';
import { problemOf } from './use-links.ts';

type Linked = ResultOf<typeof recordHistoryQueries.linkedAmong>[number];

/** The records that any of some items is linked with; of items that are gone, none. Fails with a failure of the query. */
async function readLinked(ask: Client['ask'], aggregateIds: readonly string[]): Promise<readonly Linked[]> {
  const found = new Map<number, Linked>();
  for (const ids of stepsOf(aggregateIds)) {
    const some = await ask
      .run(recordHistoryQueries.linkedAmong, { aggregateIds: [...ids] })
      .catch((error: unknown) => (asFailure(error).code === 'NOT_FOUND' ? [] : Promise.reject(error)));
    for (const one of some) found.set(one.idoId, { ...one, count: one.count + (found.get(one.idoId)?.count ?? 0) });
  }
  return [...found.values()];
}

/** The records that any of some items is linked with, and how to ask anew. */
function useLinked(aggregateIds: readonly string[]) {
  const { ask } = useClient();
  const [linked, setLinked] = useState<readonly Linked[]>();
  const [failure, setFailure] = useState<Failure>();
  const load = useCallback(
    (): Promise<void> =>
      readLinked(ask, aggregateIds).then(
        (found) => {
          setLinked(found);
          setFailure(undefined);
        },
        (error: unknown) => setFailure(asFailure(error)),
      ),
    [ask, aggregateIds],
  );
  useEffect(() => {
    void load();
  }, [load]);
  return { linked, failure, load };
}

/** The records that several items are linked with, with how many of them each: to be opened, let go by all, or one more to be linked. */
export function LinkWindowOfMany({
  showing: { aggregateIds },
  onClose,
}: {
  showing: ShowingMany;
  onClose: () => void;
}) {
  const t = useTexts(windowTexts);
  const general = useTexts(texts);
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  const given = { client, notices, language };
  const { linked, failure, load } = useLinked(aggregateIds);
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const shown = (linked ?? []).filter(({ idoId }) => !gone.has(idoId));
  const kinds = [...Map.groupBy(shown, ({ idoInstanceId }) => idoInstanceId).entries()];
  const unlink = async (one: Linked): Promise<void> => {
    // It is gone at once, and comes back where that is refused.
    setGone((all) => new Set([...all, one.idoId]));
    await unlinkAll(given, aggregateIds, one);
    client.ask.touch([RECORDS_KEY]);
    await load();
    setGone((all) => new Set([...all].filter((id) => id !== one.idoId)));
  };
  const pick = (): void =>
    pickRecord({
      count: aggregateIds.length,
      about: undefined,
      known: shown.filter(({ count }) => count === aggregateIds.length).map(({ idoId }) => idoId),
      onPick: (record) => void linkAll(given, aggregateIds, [record], record.displayName).then(load),
    });
  return (
    <Dialog title={t.titleOfMany(aggregateIds.length)} closeLabel={general.close} onClose={onClose}>
      {failure !== undefined ? (
        <Callout tone="fault" icon="warning" action={<Button onClick={() => void load()}>{general.retry}</Button>}>
          {failure.kind === 'offline' ? problemOf(general, failure) : t.failed}
        </Callout>
      ) : linked === undefined ? (
        <div className="delayed form" aria-hidden="true">
          <SkeletonBlock width="40%" />
          <SkeletonBlock width="100%" height={44} />
        </div>
      ) : shown.length === 0 ? (
        <StatePage icon="address-book" title={t.noneOfMany}>
          {t.noneHint}
        </StatePage>
      ) : (
        <Kinds
          kinds={kinds}
          onUnlink={(one) => void unlink(one)}
          onOpened={onClose}
          more={({ count }) => t.of(count, aggregateIds.length)}
        />
      )}
      <WindowEnd hasNone={linked !== undefined && shown.length === 0} onPick={pick} />
    </Dialog>
  );
}
