import type { Schema } from '@kontor/contract/kernel';
import { useEffect, useRef, useState } from 'react';
import type { ListSnapshot } from '../../../client/core/list-store.ts';
import { asFailure } from '../../../client/failure.ts';
import { loadRest, type ListSource } from '../../../client/list-loader.ts';
import { useClient } from '../../../client/react.tsx';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import { bulkTexts } from './bulk-texts.ts';

/** Offers to select what is missing of a list, too: loads it and selects all. Called off when it goes. */
export function SelectRest<P extends Schema, R extends Schema>({
  source,
  list: { ids, total, capped },
  isOffered,
  onAll,
}: {
  source: ListSource<P, R>;
  list: ListSnapshot;
  isOffered: boolean;
  onAll: (keys: readonly string[]) => void;
}) {
  const t = useTexts(bulkTexts);
  const client = useClient();
  const { number } = useFormats();
  const [state, setState] = useState<'offered' | 'loading' | 'failed'>('offered');
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const load = async (): Promise<void> => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setState('loading');
    try {
      await loadRest(client, source, signal);
      if (signal.aborted) return;
      onAll(client.lists.snapshot(source.id).ids);
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
