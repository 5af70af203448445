// Makes the module of a new kind of item from the templates, in a repository, and takes it away again.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const TEMPLATES = join(import.meta.dirname, '..', 'templates', 'kind');
const SUFFIX = '.tpl';
/** What knows all kinds, and what each is told: all that a kind touches outside of its folders. */
export const PLACES = [
  {
    path: 'contract/src/kinds.ts',
    imports: ({ name }) => `import { ${name}Kind } from './modules/${name}/kind.ts';`,
    line: ({ name }) => `  ${name}Kind,`,
    before: '] as const;',
  },
  {
    path: 'contract/src/all.ts',
    imports: ({ name }) => `import { ${name}Contract } from './modules/${name}/index.ts';`,
    line: ({ name }) => `  ${name}Contract,`,
    before: '] as const satisfies',
  },
  {
    path: 'server/src/app.ts',
    imports: ({ name }) => `import { ${name}Module } from './modules/${name}/index.ts';`,
    line: ({ name }) => `    ${name}Module({ list }),`,
    before: '    settingsModule({',
  },
];

/** Folders of a module, by the side that they are of. */
const foldersOf = (name) =>
  Object.fromEntries(['contract', 'server', 'web'].map((side) => [side, `${side}/src/modules/${name}`]));

/** A name as types have it. */
const capital = (name) => name[0].toUpperCase() + name.slice(1);

async function nextNumbers(root) {
  const load = (path) => import(pathToFileURL(join(root, 'contract', 'src', path)).href);
  const [{ KINDS }, { RIGHTS, rightsToBits }] = await Promise.all([
    load('kernel/index.ts'),
    load('modules/account/index.ts'),
  ]);
  const migrations = readdirSync(join(root, 'server', 'src'), { recursive: true, encoding: 'utf8' }).flatMap((path) =>
    /migrations\/(\d{4})_[\w-]+\.sql$/.test(path) ? Number(/(\d{4})_[\w-]+\.sql$/.exec(path)[1]) : [],
  );
  return {
    kinds: KINDS,
    number: Math.max(...KINDS.map((kind) => kind.number)) + 1,
    bit: Math.max(...RIGHTS.map((right) => Math.round(Math.log2(rightsToBits([right]))))) + 1,
    migration: String(Math.max(...migrations) + 1).padStart(4, '0'),
  };
}

/** Puts a line among the imports of modules, in the order of their paths, and one before what the list ends with. */
function insert(text, { imports, line, before }, names) {
  const lines = text.split('\n');
  const own = imports(names);
  const pathIn = (one) => /from '(\.\/modules\/[^']+)'/.exec(one)?.[1];
  const later = lines.findIndex((one) => (pathIn(one) ?? '') > pathIn(own));
  const last = lines.findLastIndex((one) => pathIn(one) !== undefined);
  lines.splice(later === -1 ? last + 1 : later, 0, own);
  lines.splice(
    lines.findIndex((one) => one.startsWith(before)),
    0,
    line(names),
  );
  return lines.join('\n');
}

/**
 * Makes a kind of item: contract, server, web, migration and tests.
 * @param {string} root of the repository
 * @param {{name: string, icon: string, de: {one: string, many: string, fresh: string}, en: {one: string, many: string, fresh: string}}} kind
 * @returns {Promise<{made: string[], touched: string[]}>} paths of what was made in its folders, and of what was changed outside of them
 * @throws Error in a sentence, before anything was written, where there is such a kind already or the name is none
 */
export async function makeKind(root, { name, icon, de, en }) {
  if (!/^[a-z]{3,20}$/.test(name)) throw new Error('A kind is named by 3 to 20 small letters.');
  const folders = foldersOf(name);
  const { kinds, number, bit, migration } = await nextNumbers(root);
  if (
    Object.values(folders).some((folder) => existsSync(join(root, folder))) ||
    kinds.some((kind) => kind.name === name)
  )
    throw new Error(`There is a module or a kind named ${name} already.`);
  const values = {
    name,
    Name: capital(name),
    NAME: name.toUpperCase(),
    icon,
    number,
    bit,
    'bit+1': bit + 1,
    order: 200 + number,
    migration,
    ...Object.fromEntries(
      Object.entries({ de, en }).flatMap(([language, words]) =>
        Object.entries(words).map(([word, text]) => [`${language}.${word}`, text]),
      ),
    ),
  };
  const filled = (text) =>
    text.replace(/\{\{([\w.+]+)\}\}/g, (_, key) => {
      if (!(key in values)) throw new Error(`The templates name ${key}, which is not known.`);
      return String(values[key]);
    });
  const made = [];
  for (const path of readdirSync(TEMPLATES, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith(SUFFIX)) continue;
    const [side, ...rest] = filled(path.slice(0, -SUFFIX.length)).split('/');
    const target = [folders[side], ...rest].join('/');
    mkdirSync(dirname(join(root, target)), { recursive: true });
    writeFileSync(join(root, target), filled(readFileSync(join(TEMPLATES, path), 'utf8')));
    made.push(target);
  }
  for (const place of PLACES) {
    const path = join(root, place.path);
    writeFileSync(path, insert(readFileSync(path, 'utf8'), place, { name }));
  }
  return { made: made.toSorted(), touched: PLACES.map(({ path }) => path) };
}

/**
 * Takes a kind away that was made so.
 * @param {string} root of the repository
 * @param {string} name of the kind
 * @throws Error in a sentence where there is none, or where a release has its table
 */
export function removeKind(root, name) {
  const folders = Object.values(foldersOf(name)).map((folder) => join(root, folder));
  if (!existsSync(join(folders[0], 'kind.ts'))) throw new Error(`There is no kind of a module ${name}.`);
  const released = readFileSync(join(root, 'server/src/platform/db/fixtures/released-migrations.json'), 'utf8');
  const own = readdirSync(join(root, 'server', 'src', 'modules', name, 'migrations'));
  if (own.some((migration) => released.includes(migration.replace('.sql', ''))))
    throw new Error(`A release has the table of ${name}: a later migration has to take it away.`);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  for (const place of PLACES) {
    const path = join(root, place.path);
    const gone = [place.imports({ name }), place.line({ name })];
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, lines.filter((line) => !gone.includes(line)).join('\n'));
  }
}
