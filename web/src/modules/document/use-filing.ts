import { useEffect, useRef, useState } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import { createValue } from '../../client/value.ts';
import type { Upload, Uploads } from '../../client/uploads.ts';
import { detailHref, useShell, useTexts } from '../../shell/index.ts';
import { beginFiling, type Filing } from './filing-state.ts';
import { enqueueFile, type FilingFields } from './filing.ts';
import { problemOf } from './problem-of.ts';
import { filingTexts, problemTexts } from './texts.ts';

const NONE = createValue<ReadonlyMap<string, Upload>>(new Map());

/** A file of the dialog, and how far it is. `code`: why the server would not have it. */
export interface Entry {
  readonly uploadId: string;
  readonly file: File;
  /** Another app has handed it over. */
  readonly isShared: boolean;
  readonly state: 'here' | 'told' | 'filed' | 'refused';
  readonly code: string;
}

const isEnding = (upload: Upload | undefined): boolean => upload?.state === 'failed' || upload?.state === 'lost';

/** The files of a filing: on their way, given to the queue, filed. */
export function useFiling(given: Filing, onClose: () => void) {
  const t = useTexts(filingTexts);
  const p = useTexts(problemTexts);
  const client = useClient();
  const { notices, tabs } = useShell();
  const [uploads, setUploads] = useState<Uploads>();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const all = useValue(uploads?.all ?? NONE);
  const isOver = useRef(false);
  const isBegun = useRef(false);
  const filed = useRef<string[]>([]);

  const add = (files: readonly File[], to: Uploads | undefined = uploads, isShared = false): void => {
    if (to === undefined) return;
    const wanted = given.version === undefined ? files : files.slice(0, 1);
    const fresh = wanted.map((file): Entry => ({ uploadId: to.add(file), file, isShared, state: 'here', code: '' }));
    if (given.version !== undefined && fresh.length > 0) to.release(entries.map(({ uploadId }) => uploadId));
    setEntries((known) => (given.version === undefined ? [...known, ...fresh] : fresh.length > 0 ? fresh : known));
  };
  useEffect(() => {
    isOver.current = false;
    void client.uploads().then((loaded) => {
      if (isBegun.current) return;
      isBegun.current = true;
      setUploads(loaded);
      add(given.files, loaded, given.isShared);
    });
    return () => {
      isOver.current = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- begins once, with what it was opened with
  }, []);

  const change = (uploadId: string, part: Partial<Entry>): void =>
    setEntries((known) => known.map((one) => (one.uploadId === uploadId ? { ...one, ...part } : one)));

  const remove = ({ uploadId }: Entry): void => {
    uploads?.release([uploadId]);
    setEntries((known) => known.filter((one) => one.uploadId !== uploadId));
  };
  /** Begins anew with a file that did not come through. */
  const again = (entry: Entry): Entry => {
    if (uploads === undefined) return entry;
    uploads.release([entry.uploadId]);
    const next: Entry = { ...entry, uploadId: uploads.add(entry.file), state: 'here', code: '' };
    setEntries((known) => known.map((one) => (one.uploadId === entry.uploadId ? next : one)));
    return next;
  };

  const handOver = async (entry: Entry, fields: FilingFields): Promise<void> => {
    const { uploadId, file, isShared } = entry;
    const about = { uploadId, name: file.name, size: file.size, type: file.type, isShared };
    change(uploadId, { state: 'told' });
    const { ended } = await enqueueFile(
      client,
      about,
      given.version === undefined ? fields : { version: given.version.aggregateId },
    );
    const how = await ended;
    if ('aggregateId' in how) {
      filed.current.push(how.aggregateId);
      if (isOver.current) notices.show({ text: given.version === undefined ? t.done(1) : t.versionDone });
      change(uploadId, { state: 'filed' });
    } else if (isOver.current) {
      const reopen = (): void => beginFiling({ ...given, files: [file], isShared });
      notices.show({
        text: t.notFiled(file.name, problemOf(p, how.refused)),
        tone: 'fault',
        lasts: true,
        action: { label: t.retry, run: reopen },
      });
    } else change(uploadId, { state: 'refused', code: how.refused });
  };
  const submit = (fields: FilingFields): void => {
    for (const entry of entries) {
      if (entry.state === 'told' || entry.state === 'filed') continue;
      const isBroken = entry.state === 'refused' || isEnding(all.get(entry.uploadId));
      void handOver(isBroken ? again(entry) : entry, fields);
    }
  };

  const isDone = entries.length > 0 && entries.every(({ state }) => state === 'filed');
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isDone) return;
    const ids = filed.current;
    const [first] = ids;
    const target = first === undefined ? undefined : detailHref({ module: 'document', aggregateId: first }, 'module');
    notices.show({
      text: given.version === undefined ? t.done(ids.length) : t.versionDone,
      ...(ids.length === 1 && target !== undefined && given.version === undefined
        ? { action: { label: t.open, run: () => tabs.open(target, 'beside') } }
        : {}),
    });
    close.current();
  }, [isDone, given, notices, tabs, t]);

  return {
    entries,
    all,
    isLoaded: uploads !== undefined,
    /** Files that nobody has been told of: they would be lost. */
    left: entries.filter(({ state }) => state === 'here' || state === 'refused'),
    submitted: entries.filter(({ state }) => state === 'told'),
    add,
    remove,
    again,
    submit,
    /** What was not handed over is not wanted. */
    discard: (): void =>
      uploads?.release(
        entries.flatMap(({ state, uploadId }) => (state === 'here' || state === 'refused' ? uploadId : [])),
      ),
  };
}
