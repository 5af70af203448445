// Which tests a change touches. Pure: paths in, paths out.

const ROOMS = /^web\/src\/([\w-]+)\//;
const MODULE = /^(?:contract|server|web)\/src\/modules\/([\w-]+)\//;
/** What others see of a module: its door, and all that it says in the contract. */
const SEEN_BY_OTHERS = /^(?:contract\/src\/modules\/|(?:server|web)\/src\/modules\/[\w-]+\/index\.tsx?$)/;
/** What everything stands on: only the whole run knows what such a change touches. */
const GROUND =
  /^(?:package(?:-lock)?\.json|vitest\.config\.ts|tsconfig|tools\/|\.ci\/|contract\/src\/kernel\/|[\w-]+\/package\.json)/;

/** Parts that start processes of their own, and what they are about: nobody imports that, and all of the part is run. */
const WHOLE = {
  embedded: /^server\/src\/(?:platform\/db\/embedded\/|(?:main|serve|compiled|boot|app)\.ts$|testing\/start)/,
  scale: /^server\/src\/(?:testing\/scale\/|platform\/(?:processes|realtime\/broker)\/)/,
  chaos: /^chaos\//,
};

const folderOf = (path) => path.slice(0, path.lastIndexOf('/'));

/** Modules that a change touches: those it is in and, where others can see it, those that may import them. */
export function touchedModules(changed, edges) {
  const touched = new Set();
  for (const path of changed) {
    const own = MODULE.exec(path)?.[1];
    if (own === undefined) continue;
    touched.add(own);
    if (!SEEN_BY_OTHERS.test(path)) continue;
    for (const [name, targets] of Object.entries(edges)) if (targets.includes(own)) touched.add(name);
  }
  return touched;
}

/** What a journey says that it covers, in its first line: modules, and rooms of the web app. */
export const coveredBy = (source) =>
  /^\/\/ Covers: (.+)$/m
    .exec(source)?.[1]
    ?.split(',')
    .map((name) => name.trim()) ?? [];

/**
 * What to run for a change.
 * @param {readonly string[]} changed paths, from the root of the repository
 * @param {{edges: Record<string, string[]>, serverTests: readonly string[], journeys: ReadonlyMap<string, string>}} known the edges of
 *   modules.json, paths of the tests of the server, and the journeys' sources by their paths
 * @returns {{isAll: boolean, related: string[], server: string[], journeys: string[], parts: string[]}} `related`: sources whose importers are
 *   tested as units; `parts`: those that are run whole
 */
export function touchedBy(changed, { edges, serverTests, journeys }) {
  const sources = changed.filter((path) => /\.(?:tsx?|mjs|css|sql|json)$/.test(path));
  if (sources.some((path) => GROUND.test(path)))
    return { isAll: true, related: [], server: [], journeys: [], parts: [] };
  const modules = touchedModules(sources, edges);
  const rooms = new Set(sources.flatMap((path) => ROOMS.exec(path)?.[1] ?? []));
  const folders = new Set(sources.filter((path) => path.startsWith('server/src/')).map(folderOf));
  const isNear = (test) => [...folders].some((folder) => test.startsWith(`${folder}/`) || folderOf(test) === folder);
  const helpers = sources
    .filter((path) => path.startsWith('e2e/src/'))
    .map((path) => `/src/${path.slice('e2e/src/'.length)}'`);
  const ofServer = sources.some((path) => path.startsWith('server/src/') || path.startsWith('contract/src/'));
  const isIn = (pattern) => sources.some((path) => pattern.test(path));
  return {
    isAll: false,
    parts: Object.entries(WHOLE).flatMap(([part, pattern]) => (isIn(pattern) ? [part] : [])),
    related: sources.filter((path) => /^(?:contract|web|server)\/.*\.tsx?$/.test(path)),
    server: serverTests.filter(
      (path) =>
        sources.includes(path) ||
        isNear(path) ||
        modules.has(/^server\/src\/modules\/([\w-]+)\//.exec(path)?.[1]) ||
        (ofServer && path.startsWith('server/src/testing/contract/')),
    ),
    journeys: [...journeys].flatMap(([path, source]) =>
      sources.includes(path) ||
      coveredBy(source).some((name) => modules.has(name) || rooms.has(name)) ||
      helpers.some((helper) => source.includes(helper))
        ? [path]
        : [],
    ),
  };
}
