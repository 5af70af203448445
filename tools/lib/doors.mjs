// What each room of a module, and each part of the platform, hands out to the code around it: its index.ts, or what doors.json lists.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders whose folders are rooms; `*` is each module. */
const PARENTS = [
  'server/src/platform',
  'server/src/modules/*',
  'web/src/client',
  'web/src/editor',
  'web/src/shell',
  'web/src/modules/*',
];

const foldersIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
    : [];

const parentsOf = (folder) =>
  PARENTS.flatMap((parent) => {
    if (!parent.endsWith('/*')) return [parent];
    const modules = parent.slice(0, -2);
    return foldersIn(join(folder, modules)).map((name) => `${modules}/${name}`);
  });

/**
 * Reads the doors of a repository. A list and no index.ts that exports all of it, since whoever imports that loads the whole room: the
 * server would start slower, and the first page load more.
 * @param {string} folder its root
 * @returns {Record<string, string[]>} by each room, the files within it that others may import; a room without a door is left out
 */
export function readDoors(folder) {
  const listed = JSON.parse(readFileSync(join(folder, 'doors.json'), 'utf8'));
  const rooms = parentsOf(folder).flatMap((parent) =>
    foldersIn(join(folder, parent)).map((name) => `${parent}/${name}`),
  );
  const withIndex = rooms.flatMap((room) =>
    ['index.ts', 'index.tsx'].filter((name) => existsSync(join(folder, room, name))).map((name) => [room, [name]]),
  );
  return { ...Object.fromEntries(withIndex), ...listed };
}

/**
 * Sentences about lines of doors.json that stand for nothing. Empty when all are used.
 * @param {Record<string, string[]>} doors as `readDoors` returns them
 * @param {readonly (readonly [string, string])[]} imports who imports whom, by their paths
 */
export function doorFaults(doors, imports) {
  const used = new Set(
    imports.flatMap(([from, to]) => {
      const room = Object.keys(doors).find((one) => to.startsWith(`${one}/`));
      return room === undefined || from.startsWith(`${room}/`) ? [] : [to];
    }),
  );
  return Object.entries(doors).flatMap(([room, files]) =>
    files
      .map((file) => `${room}/${file}`)
      .filter((path) => !used.has(path))
      .map((path) => `${path} is in the door of its room, and nothing outside imports it.`),
  );
}
