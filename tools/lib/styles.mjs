// Where the looks of a component come from: a class that a style sheet describes has its looks only once that sheet is loaded.
import { dirname, join, normalize } from 'node:path/posix';

const COMMENT = /\/\*[\s\S]*?\*\//g;
const STATIC = /(?:^|\n)(?:import|export)\s+(?!type\b)(?:[^;'"]*?from\s*)?['"](\.[^'"]+)['"]/g;
const LAZY = /import\(\s*['"](\.[^'"]+)['"]\s*\)/g;
const CLASS = /className=(?:"([^"]*)"|\{`([^`]*)`\}|\{[^}]*?'([^']*)'[^}]*\})/g;

/** Paths that a source file imports: `static` with it, `lazy` when it says so. */
export function importsOf(path, text) {
  const plain = text.replaceAll(COMMENT, '');
  const found = (pattern) => [...plain.matchAll(pattern)].map(([, to]) => normalize(join(dirname(path), to)));
  return { static: found(STATIC), lazy: found(LAZY) };
}

/** Classes that a style sheet describes by themselves, wherever they stand. */
export const classesOf = (css) =>
  [...css.replaceAll(COMMENT, '').matchAll(/([^{}]+)\{/g)]
    .flatMap(([, selectors]) => selectors.split(','))
    .map((selector) => /^\.([\w-]+)$/.exec(selector.trim())?.[1])
    .filter((name) => name !== undefined);

/** Classes that a component gives to what it shows, as far as they are written out. */
export const classesUsed = (text) =>
  new Set(
    [...text.matchAll(CLASS)]
      .flatMap(([, ...ways]) => ways.join(' ').split(/\s+/))
      .filter((name) => /^[a-zA-Z]/.test(name)),
  );

/**
 * Finds the classes whose looks are not sure to be there. `texts` has the sources by their paths; `roots` are loaded before all else.
 * A style sheet is there for a component if it comes with the component, with a root, or with each of the ways to the component.
 * Returns `{ name, component, sheets }` for each class of a component that only sheets describe which may be missing.
 */
export function looksInDoubt(texts, roots) {
  const code = [...texts.keys()].filter((path) => !path.endsWith('.css'));
  const ways = new Map(code.map((path) => [path, new Set()]));
  const own = new Map();
  const imports = new Map(code.map((path) => [path, importsOf(path, texts.get(path))]));
  for (const [path, { static: now, lazy }] of imports) for (const to of [...now, ...lazy]) ways.get(to)?.add(path);
  for (const path of code) own.set(path, sheetsWith(path, imports));
  const first = new Set(roots.flatMap((root) => [...(own.get(root) ?? [])]));
  const all = new Set([...texts.keys()].filter((path) => path.endsWith('.css')));
  const there = new Map(code.map((path) => [path, roots.includes(path) ? first : all]));
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const path of code) {
      if (roots.includes(path)) continue;
      const before = [...ways.get(path)].map((way) => there.get(way));
      const common = before.length === 0 ? [] : [...before[0]].filter((sheet) => before.every((way) => way.has(sheet)));
      const now = new Set([...first, ...own.get(path), ...common]);
      if (now.size === there.get(path).size) continue;
      there.set(path, now);
      isChanged = true;
    }
  }
  const described = new Map();
  for (const sheet of all)
    for (const name of classesOf(texts.get(sheet)))
      described.set(name, new Set([...(described.get(name) ?? []), sheet]));
  return code
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((component) =>
      [...classesUsed(texts.get(component))]
        .map((name) => ({ name, component, sheets: [...(described.get(name) ?? [])] }))
        .filter(({ sheets }) => sheets.length > 0 && !sheets.some((sheet) => there.get(component).has(sheet))),
    );
}

/** Style sheets that come with a source file, and with what it imports at once. */
function sheetsWith(path, imports) {
  const seen = new Set([path]);
  for (const one of seen) for (const to of imports.get(one)?.static ?? []) seen.add(to);
  return new Set([...seen].filter((one) => one.endsWith('.css')));
}
