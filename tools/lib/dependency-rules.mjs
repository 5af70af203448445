// What the lock file may hold: licences and least versions. Pure, over the text of a package-lock.json (version 3).

/** The entry that `name` means for the package at `from`, as Node resolves it; its path in the lock, or undefined. */
function resolve(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at}${at ? '/' : ''}node_modules/${name}`;
    if (packages[path]) return packages[path].link ? packages[path].resolved : path;
    if (!at) return undefined;
    if (!at.includes('/node_modules/')) at = '/node_modules/';
  }
}

/** Paths of all packages that those workspaces need to run, not to be built or tested. */
export function runtimeOf(packages, workspaces) {
  const found = new Set();
  const visit = (path) => {
    const entry = packages[path];
    for (const name of Object.keys({
      ...entry.dependencies,
      ...entry.optionalDependencies,
      ...entry.peerDependencies,
    })) {
      const target = resolve(packages, path, name);
      if (!target || found.has(target)) continue;
      found.add(target);
      visit(target);
    }
  };
  for (const path of ['', ...workspaces]) {
    // Of the root itself only the runtime, which stands among its optional dependencies.
    if (path !== '') visit(path);
    else visitRoot(packages, found, visit);
  }
  return found;
}

function visitRoot(packages, found, visit) {
  for (const name of Object.keys(packages[''].optionalDependencies ?? {})) {
    const target = resolve(packages, '', name);
    if (!target) continue;
    found.add(target);
    visit(target);
  }
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
const isThirdParty = (path, entry) => path.includes('node_modules/') && !entry.link;

/** What a package's licence is: as the lock says, else as its files say, else that of the package whose binary it is. */
function licenceOf(packages, path, read) {
  const entry = packages[path];
  const own = entry.license ?? read(path);
  if (own !== undefined || !entry.optional) return own;
  const name = nameOf(path);
  const parent = Object.keys(packages).find(
    (key) => packages[key].optionalDependencies?.[name] && nameOf(key) !== name,
  );
  return parent === undefined || parent === '' ? undefined : licenceOf(packages, parent, read);
}

/** Whether an SPDX expression of names, AND and OR can be met by the allowed names; undefined where it cannot be read. */
export function isAllowed(expression, allowed) {
  const flat = expression.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(flat)) return undefined;
  return flat.split(' OR ').some((choice) => choice.split(' AND ').every((name) => allowed.includes(name.trim())));
}

const matches = (pattern, name) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern);

/** Packages whose licence is none of the allowed, and exceptions that stand for nothing any more, as sentences. */
export function licenceFaults({ packages, policy, runtime, read }) {
  const used = new Set();
  const faults = [];
  for (const [path, entry] of Object.entries(packages)) {
    if (!isThirdParty(path, entry)) continue;
    const name = nameOf(path);
    const isRuntime = runtime.has(path);
    const allowed = isRuntime ? policy.allowed : [...policy.allowed, ...policy.allowedForDevelopment];
    const licence = licenceOf(packages, path, read);
    if (licence !== undefined && isAllowed(licence, allowed)) continue;
    const exception = policy.exceptions.find((it) => matches(it.package, name) && it.licence === (licence ?? null));
    if (exception) used.add(exception);
    else
      faults.push(
        `${name} ${entry.version} (${isRuntime ? 'shipped' : 'for development'}): ${licence ?? 'no licence'}`,
      );
  }
  for (const exception of policy.exceptions) {
    if (!used.has(exception))
      faults.push(`The exception for ${exception.package} (${exception.licence}) is not needed.`);
    if (!exception.reason) faults.push(`The exception for ${exception.package} gives no reason.`);
  }
  return faults;
}

const numbersOf = (version) => version.split(/[-+]/)[0].split('.').map(Number);

/** Whether a version is lower than another; one before a release is lower than the release. */
export function isBelow(version, least) {
  const [a, b] = [numbersOf(version), numbersOf(least)];
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? version.includes('-') && !least.includes('-') : a[at] < b[at];
}

/** Packages below the least version of their line, and lines of the list that stand for nothing, as sentences. */
export function versionFaults({ packages, floors }) {
  const faults = [];
  for (const { package: name, least, advisories } of floors) {
    const found = Object.entries(packages).filter(
      ([path, entry]) => isThirdParty(path, entry) && nameOf(path) === name,
    );
    if (found.length === 0) faults.push(`${name} is in the list of least versions, but not in the lock file.`);
    if (!advisories?.length) faults.push(`The least version of ${name} names no advisory.`);
    for (const [path, { version }] of found) {
      // One line for each major version that was mended, the lowest of them for those before.
      const lines = [least].flat();
      const line = lines.find((it) => numbersOf(it)[0] === numbersOf(version)[0]) ?? lines[0];
      if (isBelow(version, line))
        faults.push(`${path} is ${version}, and must be ${line} at least: ${advisories.join(', ')}`);
    }
  }
  return faults;
}
