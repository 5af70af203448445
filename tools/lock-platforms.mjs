// Completes package-lock.json after `npm install`: a registry that does not carry every platform's binary of a tool
// leaves it out of the lock file, and `npm ci` then refuses the whole file, on every platform. This adds the missing
// entries by name, so that npm skips them here and fetches them on the machine they are for.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PLATFORMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const CPUS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32'];
const ALIASES = { 'arm-eabi': 'arm', windows: 'win32' };

/** The os, cpu and libc fields that a binary package's name stands for, e.g. `@swc/core-linux-x64-musl`. */
export function platformOf(name) {
  const parts = name.split(/[/-]/).map((part) => ALIASES[part] ?? part);
  const os = parts.filter((part) => PLATFORMS.includes(part));
  const cpu = parts.filter((part) => CPUS.includes(part));
  const libc = parts.some((part) => part.startsWith('musl')) ? ['musl'] : parts.includes('gnu') ? ['glibc'] : undefined;
  if (os.length === 0 && cpu.length === 0) return undefined;
  return {
    ...(cpu.length ? { cpu } : {}),
    ...(libc && os[0] === 'linux' ? { libc } : {}),
    ...(os.length ? { os } : {}),
  };
}

const found = (packages, parent, name) => {
  for (let at = parent; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[`${at}${at ? '/' : ''}node_modules/${name}`]) return true;
    if (!at) return false;
    if (!at.includes('/node_modules/')) at = '/node_modules/';
  }
};

export function completeLock(lock) {
  const added = [];
  for (const [parent, entry] of Object.entries({ ...lock.packages })) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      if (found(lock.packages, parent, name)) continue;
      const platform = platformOf(name);
      if (!platform || !/^\d/.test(range)) continue;
      lock.packages[`node_modules/${name}`] = {
        version: range,
        ...(platform.cpu ? { cpu: platform.cpu } : {}),
        ...(entry.dev ? { dev: true } : {}),
        ...(platform.libc ? { libc: platform.libc } : {}),
        optional: true,
        ...(platform.os ? { os: platform.os } : {}),
      };
      added.push(`${name}@${range}`);
    }
  }
  const [root, ...rest] = Object.keys(lock.packages);
  lock.packages = Object.fromEntries(
    [root, ...rest.sort((a, b) => a.localeCompare(b, 'en'))].map((key) => [key, lock.packages[key]]),
  );
  return added;
}

if (fileURLToPath(import.meta.url) === process.argv[1]) {
  const file = new URL('../package-lock.json', import.meta.url);
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const added = completeLock(lock);
  if (added.length) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(
    added.length ? `added ${added.length}: ${added.join(', ')}` : "the lock file names every platform's packages",
  );
}
