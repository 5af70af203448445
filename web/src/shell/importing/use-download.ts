import type { ParamsInputOf, QueryDefinition } from '@kontor/contract/kernel';
import { useState } from 'react';
import { asFailure, type Failure } from '../../client/failure.ts';
import { useClient } from '../../client/react.tsx';
import { saveFile } from '../../ui/save-file.ts';

/** Saves what a query answers as a file; what went wrong is said where it was asked for, as `say` has it. */
export function useDownload(say: (failure: Failure) => string) {
  const { transport } = useClient();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  /** True once the file is saved. */
  async function download<D extends QueryDefinition>(
    query: D,
    params: ParamsInputOf<D>,
    name: string,
  ): Promise<boolean> {
    setBusy(true);
    setFault(undefined);
    try {
      await saveFile(await transport.bytes(query, params), name);
      return true;
    } catch (error) {
      setFault(say(asFailure(error)));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, fault, download };
}
