import type { ParamsInputOf, QueryDefinition } from '@kontor/contract/kernel';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { saidOf } from './said-of.ts';
import { texts } from './texts.ts';

/** Saves what a query answers as a file; what went wrong is said where it was asked for. */
export function useDownload() {
  const t = useTexts(texts);
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
      setFault(saidOf(t, asFailure(error).code));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, fault, download };
}
