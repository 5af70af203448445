import { useEffect, useState } from 'react';
import { useClient, useValue } from './react.tsx';
import type { Upload, Uploads } from './uploads.ts';
import { createValue } from './value.ts';

const NONE = createValue<ReadonlyMap<string, Upload>>(new Map());

/** The uploads of this device, once they are loaded. */
export function useUploads(): { readonly uploads: Uploads | undefined; readonly all: ReadonlyMap<string, Upload> } {
  const client = useClient();
  const [uploads, setUploads] = useState<Uploads>();
  useEffect(() => {
    let isOver = false;
    void client.uploads().then((loaded) => (isOver ? undefined : setUploads(loaded)));
    return () => {
      isOver = true;
    };
  }, [client]);
  return { uploads, all: useValue(uploads?.all ?? NONE) };
}
