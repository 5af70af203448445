import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** How many records this browser keeps of what was seen, by whomever. */
export const keptRecords = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name = '' }) =>
      name.startsWith('kontor-cache') ? [name] : [],
    );
    const counts = names.map(
      (name) =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('error', () => reject(opening.error));
          opening.addEventListener('success', () => {
            const db = opening.result;
            const count = db.transaction('records').objectStore('records').count();
            count.addEventListener('success', () => {
              db.close();
              resolve(count.result);
            });
          });
        }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  });

/** Names of this browser's stores, of whatever kind, that hold a word in clear text. */
export const whereReadable = (page: Page, word: string): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const found: string[] = [];
    const text = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
      if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
      if (value === null || typeof value !== 'object') return String(value);
      return Object.entries(value).flat().map(text).join(' ');
    };
    for (let index = 0; index < localStorage.length; index += 1) {
      const key = localStorage.key(index) ?? '';
      if (`${key} ${localStorage.getItem(key)}`.includes(wanted)) found.push(`localStorage ${key}`);
    }
    for (const name of await caches.keys()) {
      const files = await caches.open(name);
      for (const request of await files.keys()) {
        const answer = await (await files.match(request))?.text();
        if (`${request.url} ${answer}`.includes(wanted)) found.push(`${name} ${request.url}`);
      }
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
      });
      for (const store of db.objectStoreNames) {
        const all = db.transaction(store).objectStore(store);
        for (const asking of [all.getAll(), all.getAllKeys()]) {
          const values = await new Promise<unknown[]>((resolve) => {
            asking.addEventListener('success', () => resolve(asking.result as unknown[]));
          });
          if (values.some((value) => text(value).includes(wanted))) found.push(`${name} ${store}`);
        }
      }
      db.close();
    }
    return found;
  }, word);

/** Files of a folder, however deep, that hold a word as UTF-8 or as UTF-16. */
export function filesWith(folder: string, word: string): string[] {
  const forms = [Buffer.from(word, 'utf8'), Buffer.from(word, 'utf16le')];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return forms.some((form) => bytes.includes(form));
    });
}
