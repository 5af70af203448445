import type { UploadAnswer } from '@kontor/contract/kernel';
import type { Later } from './environment.ts';
import { asFailure, type Failure } from './failure.ts';
import { createValue, type Value } from './value.ts';
import type { VaultStore } from './vault.ts';

/** `stopped`: it goes on by itself; `failed`: it does not, and `code` says why; `lost`: the bytes are not on this device any more. */
type UploadState = 'sending' | 'stopped' | 'complete' | 'failed' | 'lost';

export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Bytes, and how many of them are safe at the server. */
  readonly size: number;
  readonly sent: number;
  readonly state: UploadState;
  readonly code?: string;
  readonly attachmentId?: number;
}

export interface UploadDeps {
  readonly vault: VaultStore;
  /** Key of the account on this device. */
  readonly account: string;
  readonly later: Later;
  readonly newId: () => string;
  /** Sends a part, or asks how much is there. Rejects with a `Failure`. */
  readonly send: (form: FormData, signal: AbortSignal) => Promise<UploadAnswer>;
  /** Calls back when it may be worth trying again. Returns the function that stops it. */
  readonly onWake: (wake: () => void) => () => void;
  /** An upload has ended, well or not. */
  readonly onEnded: () => void;
}

/** What the keys of an account's uploads begin with in the vault. */
export const uploadPrefix = (account: string): string => `upload/${account}/`;
const piecePrefix = (account: string): string => `upload-piece/${account}/`;

const PART_BYTES = 2 * 1024 * 1024;
/** Bytes of one piece as it is kept here; larger files are not kept: who leaves the page has to choose them again. */
const PIECE_BYTES = 768 * 1024;
const MAX_KEPT_BYTES = 25 * 1024 * 1024;
const MAX_AT_ONCE = 2;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 30_000;

const toBase64 = async (blob: Blob): Promise<string> => {
  let text = '';
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
};
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));

export type Uploads = ReturnType<typeof createUploads>;

/** Files on their way to the server, part by part: what broke off goes on where it was, also in another page of this device. */
export function createUploads(deps: UploadDeps) {
  const { vault, account } = deps;
  const prefix = uploadPrefix(account);
  const all = createValue<ReadonlyMap<string, Upload>>(new Map());

  function set(upload: Upload): void {
    all.set(new Map(all.get()).set(upload.id, upload));
  }
  function change(id: string, part: Partial<Upload>): void {
    const upload = all.get().get(id);
    if (upload !== undefined) set({ ...upload, ...part });
  }
  function ended(id: string, part: Partial<Upload>): void {
    change(id, part);
    const upload = all.get().get(id);
    if (upload !== undefined) void vault.put(`${prefix}${id}`, upload).catch(() => undefined);
    deps.onEnded();
  }

  const files = createKeptFiles(vault, account, (id) => all.get().has(id));
  const sending = createSending({ deps, all, change, ended, read: files.read });
  const { pump, wake } = sending;
  const stopWaking = deps.onWake(wake);

  return {
    all,
    /** Takes up what earlier pages have left. */
    async load(): Promise<void> {
      for (const kept of (await vault.all(prefix)) as Upload[]) if (!all.get().has(kept.id)) set(kept);
      pump();
    },
    /** Begins with a file; returns the name that it has from now on. */
    add(file: File): string {
      const id = deps.newId();
      const upload: Upload = { id, name: file.name, type: file.type, size: file.size, sent: 0, state: 'stopped' };
      files.known.set(id, file);
      set(upload);
      void files.keep(upload, file).catch(() => undefined);
      pump();
      return id;
    },
    /** The bytes, where this device has them. */
    async file(id: string): Promise<Blob | undefined> {
      const upload = all.get().get(id);
      return files.known.get(id) ?? (upload === undefined ? undefined : files.read(upload).catch(() => undefined));
    },
    /** It is not wanted any more, or has come to where it should. */
    release(ids: readonly string[]): void {
      const next = new Map(all.get());
      for (const id of ids) {
        const upload = next.get(id);
        sending.stop(id);
        files.known.delete(id);
        next.delete(id);
        if (upload !== undefined) void files.forget(upload).catch(() => undefined);
      }
      all.set(next);
    },
    /** True where none of these is still on its way. One that will never come there holds nothing up: the server says that it is missing. */
    areEnded: (ids: readonly string[]): boolean =>
      ids.every((id) => !['sending', 'stopped'].includes(all.get().get(id)?.state ?? 'lost')),
    wake,
    close(): void {
      stopWaking();
      sending.close();
    },
  };
}

/** The files of an account's uploads: in memory, and piece by piece on this device. `isWanted`: whether an upload is still there. */
function createKeptFiles(vault: VaultStore, account: string, isWanted: (id: string) => boolean) {
  const prefix = uploadPrefix(account);
  const known = new Map<string, Blob>();
  const pieceKey = (id: string, index: number): string => `${piecePrefix(account)}${id}/${index}`;
  const countOf = (size: number): number => Math.ceil(size / PIECE_BYTES);

  /** The device may have no room: the upload goes on, and is lost with the page alone. */
  async function keep(upload: Upload, file: Blob): Promise<void> {
    await vault.put(`${prefix}${upload.id}`, { ...upload, sent: 0, state: 'stopped' });
    if (upload.size > MAX_KEPT_BYTES) return;
    for (let index = 0; index < countOf(upload.size) && isWanted(upload.id); index += 1)
      await vault.put(
        pieceKey(upload.id, index),
        await toBase64(file.slice(index * PIECE_BYTES, (index + 1) * PIECE_BYTES)),
      );
  }

  async function read({ id, size, type }: Upload): Promise<Blob | undefined> {
    const file = known.get(id);
    if (file !== undefined) return file;
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for (let index = 0; index < countOf(size); index += 1) {
      const piece = await vault.get(pieceKey(id, index));
      if (typeof piece !== 'string') return undefined;
      pieces.push(fromBase64(piece));
    }
    const joined = new Blob(pieces, { type });
    known.set(id, joined);
    return joined;
  }

  async function forget({ id, size }: Upload): Promise<void> {
    await vault.remove(`${prefix}${id}`);
    for (let index = 0; index < countOf(size); index += 1) await vault.remove(pieceKey(id, index));
  }

  return { known, keep, read, forget };
}

interface SendingOptions {
  readonly deps: UploadDeps;
  readonly all: Value<ReadonlyMap<string, Upload>>;
  readonly change: (id: string, part: Partial<Upload>) => void;
  /** The upload has ended, well or not. */
  readonly ended: (id: string, part: Partial<Upload>) => void;
  readonly read: (upload: Upload) => Promise<Blob | undefined>;
}

/** Sends what is on its way, a few at once, and goes on later with what broke off. */
function createSending({ deps, all, change, ended, read }: SendingOptions) {
  const running = new Map<string, AbortController>();
  let failures = 0;
  let cancel: (() => void) | undefined;
  let isClosed = false;

  async function send(id: string): Promise<void> {
    const upload = all.get().get(id);
    const file = upload && (await read(upload).catch(() => undefined));
    if (upload === undefined) return;
    if (file === undefined) return ended(id, { state: 'lost' });
    const stop = new AbortController();
    running.set(id, stop);
    let { sent } = upload;
    try {
      for (;;) {
        const answer = await sendPart(deps, upload, file, sent, stop.signal);
        failures = 0;
        sent = answer.size;
        if (answer.isComplete)
          return ended(id, { sent, state: 'complete', type: answer.type, attachmentId: answer.attachmentId });
        change(id, { sent, state: 'sending' });
      }
    } catch (error) {
      brokeOff(id, sent, asFailure(error));
    } finally {
      running.delete(id);
      if (!isClosed) pump();
    }
  }

  /** Decides what happens to an upload after a part could not be sent: it begins again, it has failed, or the part is tried again later. */
  function brokeOff(id: string, sent: number, failure: Failure): void {
    if (failure.kind === 'aborted') return;
    // The server has swept it: from the beginning.
    if (failure.code === 'UPLOAD_GONE' && sent > 0) return change(id, { sent: 0, state: 'stopped' });
    const isFinal =
      failure.kind === 'problem' &&
      failure.status >= 400 &&
      failure.status < 500 &&
      ![401, 408, 425, 426, 429].includes(failure.status);
    if (isFinal && failure.code !== 'CSRF_TOKEN_INVALID') return ended(id, { state: 'failed', code: failure.code });
    change(id, { state: 'stopped' });
    failures += 1;
    const delay = failure.retryAfterMs ?? Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
    cancel ??= deps.later(delay, wake);
  }

  function pump(): void {
    if (isClosed || cancel !== undefined) return;
    for (const { id, state } of all.get().values()) {
      if (running.size >= MAX_AT_ONCE) return;
      if ((state !== 'stopped' && state !== 'sending') || running.has(id)) continue;
      running.set(id, new AbortController());
      change(id, { state: 'sending' });
      void send(id);
    }
  }

  function wake(): void {
    cancel?.();
    cancel = undefined;
    pump();
  }

  return {
    pump,
    wake,
    stop: (id: string): void => running.get(id)?.abort(),
    close(): void {
      isClosed = true;
      cancel?.();
      for (const stop of running.values()) stop.abort();
    },
  };
}

/** Sends the part of a file that begins at `sent`. Returns what is there then, also where the server has another count of it. */
function sendPart(
  { send }: UploadDeps,
  upload: Upload,
  file: Blob,
  sent: number,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  const form = new FormData();
  const fields = {
    uploadId: upload.id,
    name: upload.name,
    type: upload.type,
    total: String(upload.size),
    offset: String(sent),
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file.slice(sent, sent + PART_BYTES), upload.name);
  return send(form, signal).catch((error: unknown) => {
    const failure = asFailure(error);
    const there = failure.code === 'UPLOAD_OFFSET' ? (failure.problem?.data as UploadAnswer | undefined) : undefined;
    if (there === undefined) throw failure;
    return there;
  });
}
