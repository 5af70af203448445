import type { Schema } from '@kontor/contract/kernel';
import { useEffect, useRef, useState } from 'react';
import type { ListSnapshot } from '../../../client/core/list-store.ts';
import { asFailure } from '../../../client/failure.ts';
import { loadRest, type ListSource } from '../../../client/list-loader.ts';
import { useClient } from '../../../client/react.tsx';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import type { Marked } from './use-marks.ts';
import { bulkTexts } from '../actions/bulk-texts.ts';

/**
 * Offers to select what is missing of a list, or of the group that is `marked`, too: loads it and selects all. Called off when it goes. Says
 * how many a marked group has.
 */
export function SelectRest<P extends Schema, R extends Schema>({
  source,
  list: { ids, total, capped },
  isOffered,
  marked,
  onAll,
}: {
  source: ListSource<P, R>;
  list: ListSnapshot;
  isOffered: boolean;
  marked: Marked | undefined;
  onAll: (keys: readonly string[]) => void;
}) {
  const t = useTexts(bulkTexts);
  const client = useClient();
  const { number } = useFormats();
  const [state, setState] = useState<'offered' | 'loading' | 'failed'>('offered');
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const load = async (group?: Marked): Promise<void> => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setState('loading');
    try {
      await loadRest(client, source, signal);
      if (signal.aborted) return;
      const all = client.lists.snapshot(source.id).ids;
      onAll(group === undefined ? all : group.of(all));
      setState('offered');
    } catch (error) {
      if (!signal.aborted && asFailure(error).kind !== 'aborted') setState('failed');
    }
  };
  if (state === 'loading')
    return (
      <p className="select-rest" role="status">
        {capped ? t.loadingCapped(number(ids.length)) : t.loading(number(ids.length), number(total))}
      </p>
    );
  if (marked !== undefined && !isOffered) {
    const count = number(marked.count);
    return marked.isPart ? (
      <p className="select-rest">
        <span role={state === 'failed' ? 'alert' : 'status'}>
          {state === 'failed' ? t.restFailed : t.groupLoaded(marked.label, count)}
        </span>
        <Button kind="plain" onClick={() => void load(marked)}>
          {state === 'failed' ? t.retry : t.groupRest}
        </Button>
      </p>
    ) : (
      <p className="hidden-text" role="status">
        {t.groupMarked(marked.label, count)}
      </p>
    );
  }
  if (!isOffered) return null;
  return (
    <p className="select-rest">
      <span role={state === 'failed' ? 'alert' : 'status'}>
        {state === 'failed' ? t.restFailed : t.restLoaded(number(ids.length))}
      </span>
      <Button kind="plain" onClick={() => void load()}>
        {state === 'failed' ? t.retry : capped ? t.restCapped(number(total - 1)) : t.rest(number(total))}
      </Button>
    </p>
  );
}
