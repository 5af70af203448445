import type { AlarmExtra, NamedAlarm, Permission, PositionFault } from './device.ts';
import { MAX_SHARED_BYTES, MAX_SHARED_FILES, safeName, uniqueNames } from './file-names.ts';

// What the plugins of a phone say, as the app has it. Names none of them.

export const permissionOf = (state: string | undefined): Permission =>
  state === 'granted' || state === 'denied' ? state : 'default';

/** Returns what stands with an alarm; undefined where it is none of the app's. */
export const extraOf = (extra: unknown): AlarmExtra | undefined => {
  const { account, type, id } = (extra ?? {}) as Partial<AlarmExtra>;
  return typeof account === 'string' && typeof type === 'string' && typeof id === 'number'
    ? (extra as AlarmExtra)
    : undefined;
};

/** Returns the alarm whose place a push has taken on iOS; undefined where it has not. */
export const alarmIn = (data: unknown): AlarmExtra | undefined =>
  extraOf((data as { readonly cap_extra?: unknown } | null | undefined)?.cap_extra);

/** Reads the alarms that the shell names, a line each. */
export const namedIn = (text: string): readonly NamedAlarm[] =>
  text.split('\n').flatMap((line) => {
    const [account, name, at] = line.split('\t');
    return account === undefined || name === undefined || at === undefined ? [] : [{ account, name, at: Number(at) }];
  });

/** What the position's plugin says went wrong. */
export function faultOf(error: unknown): PositionFault {
  const text = String((error as { message?: unknown } | null)?.message ?? error).toLowerCase();
  if (/denied|permission|not authori[sz]ed/.test(text)) return 'denied';
  return /time/.test(text) ? 'slow' : 'unavailable';
}

/** Returns bytes as base64. */
export const base64Of = (bytes: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')));
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')));
    reader.readAsDataURL(bytes);
  });

/** What the share extension of iOS opens the app by: it is no place in it. */
const SHARE_HOST = 'share';

/**
 * Takes a link apart into its origin and its path, with the query and what stands behind `#`; undefined for what is none. One with the app's own
 * scheme is of the host that it names: `de.kontor.app://kontor.example/task/7` is of `https://kontor.example`.
 */
export function linkIn(url: string): { readonly origin: string; readonly address: string } | undefined {
  const parsed = URL.parse(url);
  if (parsed === null) return undefined;
  const { protocol, host, pathname, search, hash } = parsed;
  const address = `${pathname || '/'}${search}${hash}`;
  if (/^https?:$/.test(protocol)) return { origin: parsed.origin, address };
  return host === '' || host === SHARE_HOST ? undefined : { origin: `https://${host}`, address };
}

interface GivenFile {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** Reads files that another app has handed over: names are made safe, and what is too much or cannot be read is named in `unread`. */
export async function takeFiles(
  given: readonly GivenFile[],
  read: (uri: string) => Promise<Response>,
): Promise<{ readonly files: readonly File[]; readonly unread: readonly string[] }> {
  const files: File[] = [];
  const unread: string[] = [];
  const names = uniqueNames(given.map(({ name }) => safeName(name)));
  let size = 0;
  for (const [index, { uri, mimeType }] of given.entries()) {
    const name = names[index] ?? '';
    try {
      if (index >= MAX_SHARED_FILES) throw new Error('too many');
      const answer = await read(uri);
      // What says that there is no such file is no file.
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      const blob = await answer.blob();
      size += blob.size;
      if (size > MAX_SHARED_BYTES) throw new Error('too large');
      files.push(new File([blob], name, { type: mimeType || blob.type }));
    } catch {
      unread.push(name);
    }
  }
  return { files, unread };
}
