import { recordQueries } from '@kontor/contract/record';
import { useEffect, useState } from 'react';
import { asFailure } from '../../client/failure.ts';
import { useClient } from '../../client/react.tsx';
import { useSeesRecords } from '../activity/index.tsx';

interface RecordReference {
  readonly idoId: number;
  readonly idoInstanceId: number;
}
export interface RecordNames {
  /** What a record is called; null for one that is gone, undefined while that is not known. */
  readonly nameOf: (idoId: number) => string | null | undefined;
}

/** The names of records that are told of by their numbers alone. */
export function useRecordNames(records: readonly RecordReference[]): RecordNames {
  const client = useClient();
  const maySee = useSeesRecords();
  const [names, setNames] = useState<ReadonlyMap<number, string | null>>(new Map());
  const wanted = maySee
    ? JSON.stringify(
        records.filter(({ idoId }) => idoId !== 0 && !names.has(idoId)).map((one) => [one.idoId, one.idoInstanceId]),
      )
    : '[]';
  useEffect(() => {
    const stop = new AbortController();
    const nameOf = async ([idoId, idoInstanceId]: readonly [number, number]): Promise<[number, string | null][]> => {
      try {
        const { jsonModel } = await client.ask.run(recordQueries.model, { idoId, idoInstanceId }, stop.signal);
        return [[idoId, jsonModel === null ? null : jsonModel.title]];
      } catch (error) {
        return asFailure(error).status === 404 ? [[idoId, null]] : [];
      }
    };
    void Promise.all((JSON.parse(wanted) as readonly [number, number][]).map(nameOf)).then((found) => {
      const known = found.flat();
      if (!stop.signal.aborted && known.length > 0) setNames((all) => new Map([...all, ...known]));
    });
    return () => stop.abort();
  }, [client, wanted]);
  return { nameOf: (idoId) => names.get(idoId) };
}
