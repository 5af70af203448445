// Who may import whom, as dependency-cruiser rules. Each has one forbidden import in tools/fixtures/boundaries.
const SHARED = ['account', 'activity', 'record', 'sharing', 'alarm'];
const test = '\\.test\\.tsx?$|/test/|/testing/|/testing\\.ts$|/factory\\.ts$';
/** Whether a path is a test's, which may reach anywhere. */
export const isTest = (path) => new RegExp(test).test(path);
const side = '(?:contract|server|web)/src/modules';

/** Sentences about modules.json itself: unknown names, edges to modules that others do not stand on, rings. Empty when it is sound. */
export function edgeFaults(edges) {
  const faults = [];
  const visit = (name, path) => {
    if (path.includes(name)) faults.push(`modules.json has a ring: ${[...path, name].join(' -> ')}.`);
    else for (const next of edges[name] ?? []) visit(next, [...path, name]);
  };
  for (const [name, targets] of Object.entries(edges)) {
    for (const target of targets) {
      if (!(target in edges)) faults.push(`modules.json lets ${name} import ${target}, which is not a module.`);
      if (!SHARED.includes(target))
        faults.push(`modules.json lets ${name} import ${target}, which others do not stand on.`);
    }
    visit(name, []);
  }
  return [...new Set(faults)];
}

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const onlyTheDevice = rule(
  'only-the-device-names-plugins',
  'Everything else asks the device, whatever it is: in a browser there are no plugins.',
  { path: '^web/src/', pathNot: '^web/src/device/device\\.native\\.ts$' },
  { path: '(^|/)node_modules/@(capacitor|capacitor-community|capgo|capawesome[^/]*|transistorsoft|aparajita)/' },
);

const quoted = (path) => path.replaceAll('.', '\\.');

/**
 * @param {Record<string, string[]>} edges the module, and the modules that it may import, as `readEdges` tells
 * @param {Record<string, string[]>} doors the room, and the files that others may import of it, as `readDoors` tells
 */
export function boundaryRules(edges, doors) {
  const names = Object.keys(edges);
  return [
    rule(
      'contract-knows-only-valibot',
      'The contract is data that both sides can load.',
      { path: '^contract/src/', pathNot: test },
      { pathNot: '^contract/src/|(^|/)node_modules/valibot/|^valibot$' },
    ),
    rule(
      'server-never-web',
      'The server runs without the web app.',
      { path: '^server/' },
      { path: '^(web|e2e|bench|chaos)/' },
    ),
    rule(
      'web-never-server',
      'The web app runs in a browser.',
      { path: '^web/' },
      { path: '^(server|e2e|bench|chaos)/' },
    ),
    rule(
      'platform-knows-no-module',
      'What the platform must know of a module, the module registers.',
      { path: '^server/src/platform/', pathNot: test },
      // Who is signed in is part of every request, and the contract has the words for what goes wrong with a mail server.
      { path: '^server/src/modules/|^contract/src/modules/(?!account/|mail/)' },
    ),
    rule(
      'only-egress-connects',
      'What leaves this machine goes through platform/egress, or is the business of the few that speak a protocol over what it has allowed.',
      {
        path: '^server/src/',
        // The listeners among them need names of the same packages; the demo makes letters, and sends none.
        pathNot: `${test}|^server/src/(app|demo/compose)\\.ts$|^server/src/platform/(egress|mailwire|mailsubmit|mailsend|mailcheck|mailreceive|http|realtime|metrics|db/embedded)/`,
      },
      {
        path: '^(node:)?(net|tls|http|https|http2|dgram|dns|dns/promises)$|(^|/)node_modules/(undici|imapflow|nodemailer|mailauth)/',
      },
    ),
    rule(
      'client-knows-no-module',
      'The client layer carries any module and any screen.',
      { path: '^web/src/client/', pathNot: test },
      // The list entry, whatever its kind, is what the client keeps and shows: it may know the contract's activity.
      { path: '^web/src/(modules|shell)/|^web/src/main\\.tsx$|^contract/src/modules/(?!account/|activity/)' },
    ),
    onlyTheDevice,
    rule(
      'client-core-is-pure',
      'Queue, overlay, merge and lists run in a simulation: clock, network, storage and chance are handed in.',
      { path: '^web/src/client/core/', pathNot: test },
      { pathNot: '^web/src/client/core/|^contract/|(^|/)node_modules/(valibot|node-diff3)/|^(valibot|node-diff3)$' },
    ),
    rule(
      'ui-has-no-data',
      'The design system gets everything as props.',
      { path: '^web/src/ui/', pathNot: test },
      { path: '^web/src/(client|modules|shell)/|^contract/' },
    ),
    rule(
      'editor-knows-no-module',
      'What a module writes with beside all others, it hands to the editor.',
      { path: '^web/src/editor/', pathNot: test },
      { path: '^web/src/modules/|^web/src/main\\.tsx$|^contract/src/modules/' },
    ),
    rule(
      'editor-by-modules-alone',
      'Nothing that the first page needs may load the editor.',
      { path: '^web/src/', pathNot: `${test}|^web/src/(modules|editor)/` },
      { path: '^web/src/editor/' },
    ),
    rule(
      'module-undeclared',
      'Every module stands in modules.json, or declares a kind of item.',
      { path: `^${side}/(?!(?:${names.join('|')})/)[^/]+/` },
      { path: '.' },
    ),
    rule(
      'no-circles',
      'Files that need each other are one file, or have a third beneath them; that holds for types and for what is loaded later, too.',
      { pathNot: test },
      { circular: true },
    ),
    rule(
      'rooms-know-no-door',
      'A module is made of its rooms: none of them needs the whole.',
      { path: `^(server|web)/src/modules/([^/]+)/[^/]+/`, pathNot: test },
      { path: '^$1/src/modules/$2/(?:index|commands|queries)\\.tsx?$' },
    ),
    rule('no-unresolvable', 'An import that is not found hides from every rule above.', {}, { couldNotResolve: true }),
    ...names.map((name) =>
      rule(
        `door-of-${name}`,
        'A module is used through its index.ts.',
        { pathNot: `^${side}/${name}/|${test}|^contract/src/kinds\\.ts$` },
        { path: `^${side}/${name}/`, pathNot: '/index\\.tsx?$' },
      ),
    ),
    ...names.map((name) =>
      rule(
        `edges-of-${name}`,
        `${name} may import only: ${edges[name].join(', ') || 'nothing'}.`,
        { path: `^${side}/${name}/`, pathNot: test },
        { path: `^${side}/(?!(?:${[name, ...edges[name]].join('|')})/)` },
      ),
    ),
    ...Object.entries(doors).map(([room, files]) =>
      rule(
        `room-${room.replaceAll('/', '-')}`,
        'A room is used through its door: its index.ts, or the files that doors.json lists.',
        { pathNot: `^${room}/|${test}` },
        { path: `^${room}/(?!(?:${files.map(quoted).join('|')})$)` },
      ),
    ),
  ];
}
