import { useEffect, useState } from 'react';
import { useClient, useValue } from './react.tsx';
import type { Upload, Uploads } from './uploads.ts';
import { createValue } from './value.ts';

const NONE = createValue<ReadonlyMap<string, Upload>>(new Map());

/** One file on its way to the server; `onThere` is called once with its number, and is done with it when it ends. */
export function useFile(onThere: (attachmentId: number) => Promise<void>): {
  readonly upload: Upload | undefined;
  readonly send: (file: File) => void;
} {
  const client = useClient();
  const [uploads, setUploads] = useState<Uploads>();
  const [id, setId] = useState<string>();
  const upload = useValue(uploads?.all ?? NONE).get(id ?? '');
  const attachmentId = upload?.state === 'complete' ? upload.attachmentId : undefined;
  const release = (): void => {
    if (id !== undefined) uploads?.release([id]);
    setId(undefined);
  };
  useEffect(() => {
    if (attachmentId !== undefined) void onThere(attachmentId).finally(release);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each file, whatever is done with it then
  }, [attachmentId]);
  const send = (file: File): void => {
    void client.uploads().then((loaded) => {
      if (id !== undefined) loaded.release([id]);
      setUploads(loaded);
      setId(loaded.add(file));
    });
  };
  return { upload, send };
}
