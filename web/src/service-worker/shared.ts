import { MAX_SHARED_BYTES, MAX_SHARED_FILES, safeName, uniqueNames } from '../device/file-names.ts';

/** Where the system posts what other apps share with the installed app; named in its manifest. */
export const SHARE_PATH = '/share';
const CACHE = 'kontor-shared';
const HEAD = '/shared/head';
/** What nobody has taken for so long is not wanted any more, in milliseconds. */
const MAX_AGE_MS = 86_400_000;

interface Head {
  readonly title: string;
  readonly texts: readonly string[];
  readonly names: readonly string[];
  readonly types: readonly string[];
  readonly unread: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** Keeps what the system posts until a page takes it, and leads to one. Something that was shared before and not taken is replaced. */
export async function keepShared(request: Request, now: number): Promise<Response> {
  const form = await request.formData();
  const given = form.getAll('files').filter((one): one is File => one instanceof File && one.size > 0);
  const names = uniqueNames(given.map(({ name }) => safeName(name)));
  let size = 0;
  const isTaken = given.map((file, index) => {
    if (index >= MAX_SHARED_FILES || size + file.size > MAX_SHARED_BYTES) return false;
    size += file.size;
    return true;
  });
  const only = <T>(all: readonly T[], wanted: boolean): readonly T[] => all.filter((_, at) => isTaken[at] === wanted);
  const files = only(given, true);
  const head: Head = {
    title: textOf(form, 'title'),
    texts: [textOf(form, 'text'), textOf(form, 'url')].filter((text) => text !== ''),
    names: only(names, true),
    types: files.map(({ type }) => type),
    unread: only(names, false),
    at: now,
  };
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  await Promise.all(files.map((file, at) => cache.put(`/shared/${at}`, new Response(file))));
  await cache.put(HEAD, new Response(JSON.stringify(head)));
  return Response.redirect('/', 303);
}

/** Takes what was shared with the installed app: once, by one page. Undefined where it is nothing. */
export async function takeKept(now: number) {
  if (!('caches' in globalThis) || !(await caches.has(CACHE))) return undefined;
  return navigator.locks.request('kontor-shared', async () => {
    const cache = await caches.open(CACHE);
    const found = await cache.match(HEAD);
    if (found === undefined) return undefined;
    const { title, texts, names, types, unread, at } = (await found.json()) as Head;
    const files = await Promise.all(
      names.map(async (name, index) => {
        const bytes = await (await cache.match(`/shared/${index}`))?.blob();
        return bytes === undefined ? [] : [new File([bytes], name, { type: types[index] ?? '' })];
      }),
    );
    await caches.delete(CACHE);
    return now - at > MAX_AGE_MS ? undefined : { title, texts, files: files.flat(), unread };
  });
}
