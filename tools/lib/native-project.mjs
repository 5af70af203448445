// The native project as the rules read it: files by their paths below native/, and of the web what they are held against.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** What the CLI and the builds write into android/ and ios/ and nobody commits; the same as in their .gitignore files. */
const MADE =
  /^android\/(?:capacitor-cordova-android-plugins\/|\.gradle\/|build\/|app\/build\/|local\.properties$|keystore\.properties$|app\/release\.keystore$|app\/google-services\.json$|app\/src\/main\/assets\/|app\/src\/main\/res\/xml\/config\.xml$)|^ios\/(?:capacitor-cordova-ios-plugins\/|App\/App\/(?:public\/|capacitor\.config\.json$|config\.xml$)|App\/(?:build|Pods|output)\/|App\/CapApp-SPM\/\.build\/)|(?:^|\/)(?:xcuserdata|DerivedData)\/|(?:^|\/)\.DS_Store$/;

function filesBelow(folder, prefix) {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = `${prefix}/${entry.name}`;
    if (MADE.test(entry.isDirectory() ? `${path}/` : path)) return [];
    return entry.isDirectory() ? filesBelow(folder, path) : [path];
  });
}

/** Paths of all files of both shells that are committed, or are to be. */
export const shellFiles = (folder) => ['android', 'ios'].flatMap((shell) => filesBelow(folder, shell));

export const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Reads the project from the disk. `changed` gives other texts for some paths, so that a test can break a copy: a text, or null for no file. */
export function nativeProject(changed = {}, base = root) {
  const native = join(base, 'native');
  const paths = new Set(shellFiles(native));
  for (const [path, text] of Object.entries(changed))
    if (/^(?:android|ios)\//.test(path)) {
      if (text === null) paths.delete(path);
      else paths.add(path);
    }
  const bytes = (path) => (path in changed ? Buffer.from(changed[path] ?? '') : readFileSync(join(native, path)));
  const text = (path) => (path in changed ? (changed[path] ?? '') : readFileSync(join(native, path), 'utf8'));
  return {
    paths: [...paths],
    has: (path) => (path in changed ? changed[path] !== null : existsSync(join(native, path))),
    bytes,
    text,
    json: (path) => JSON.parse(text(path)),
    /** A file of the rest of the repository; undefined if there is none. */
    outside: (path) => {
      if (`/${path}` in changed) return changed[`/${path}`] ?? undefined;
      return existsSync(join(base, path)) ? readFileSync(join(base, path), 'utf8') : undefined;
    },
  };
}

/** What is missing and what is too much, as sentences. */
export const differences = (what, found, expected) => [
  ...expected.filter((it) => !found.includes(it)).map((it) => `${what}: ${it} is missing`),
  ...found.filter((it) => !expected.includes(it)).map((it) => `${what}: ${it} is not to be there`),
];
