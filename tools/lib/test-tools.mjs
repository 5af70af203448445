// Provides what the tests need beyond npm: a Chromium for the journeys, Dovecot and Postfix as mail servers.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { broughtNode, run, root, seconds, which } from './run.mjs';

export const testToolsFile = join(root, 'node_modules', '.cache', 'kontor', 'test-tools.json');
const minutes = 60_000;

function installedApps() {
  if (process.platform === 'darwin')
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ];
  if (process.platform !== 'win32') return [];
  return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'));
}

function playwrightChromium() {
  try {
    return createRequire(join(root, 'e2e', 'package.json'))('playwright-core').chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** As Debian names the browser that has no windows; not every system of its kin has it. */
const SHELL = 'chromium-headless-shell';

const WHOLE = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** What KONTOR_CHROMIUM names, or what stands there; nothing where that is wrong. */
const namedOr = (find) => {
  const named = process.env.KONTOR_CHROMIUM;
  return named ? [named].find(existsSync) : find();
};

/** A browser with all its parts: that without windows shows no notification. */
const findWholeChromium = () =>
  namedOr(
    () =>
      WHOLE.map((name) => which(name)).find(Boolean) ??
      [...installedApps(), playwrightChromium()].find((path) => path && existsSync(path)),
  );

/** The same browser without its own windows first: journeys take a sixth less of the machine by it. */
const findChromium = () => namedOr(() => which(SHELL) ?? findWholeChromium());

const findDovecot = () => which('dovecot', ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin']);

const findPostfix = () => which('postfix', ['/usr/sbin']);
/** A mail server of the machine's own is nothing that a test may set up: Debian's question is answered before it is asked. */
const ANSWERS = 'postfix postfix/main_mailer_type select No configuration\n';

/** Another mail program, beside which ours is tried where everything is: with PHP it takes a minute to fetch. */
const roundcube = '/var/lib/roundcube';
const ROUNDCUBE = ['php-cli', 'php-sqlite3', 'roundcube-core', 'roundcube-sqlite3'];

/** Programs of others that synchronise calendars, tried where everything is. */
const CALENDAR_PROGRAMS = ['vdirsyncer', 'khal'];

/** Telephones and an exchange, tried where everything is: each with the packages that it comes with. */
const PHONE_PROGRAMS = {
  kamailio: ['kamailio', 'kamailio-utils-modules'],
  baresip: ['baresip-core'],
  sipp: ['sip-tester'],
};
const findPhoneProgram = (name) => which(name, ['/usr/sbin']);

const isInDebian = (name) => spawnSync('apt-cache', ['show', name]).status === 0;

async function fromDebian(packages) {
  const apt = which('apt-get');
  if (!apt || process.getuid?.() !== 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (packages.includes('postfix')) spawnSync('debconf-set-selections', { input: ANSWERS });
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await run(apt, ['update', '-qq'], { env, timeout: 3 * minutes });
    const names = packages.filter((name) => name !== SHELL || isInDebian(SHELL));
    const { code } = await run(apt, ['install', '-y', '-qq', '--no-install-recommends', ...names], {
      env,
      timeout: 8 * minutes,
    });
    if (code === 0) return;
  }
}

async function fromPlaywright() {
  const cli = join(
    dirname(createRequire(join(root, 'e2e', 'package.json')).resolve('playwright-core/package.json')),
    'cli.js',
  );
  await run(broughtNode() ?? process.execPath, [cli, 'install', 'chromium'], { timeout: 8 * minutes });
}

export async function provideTestTools() {
  const began = performance.now();
  const missing = [
    ...(findChromium() ? [] : [SHELL]),
    ...(findWholeChromium() ? [] : ['chromium']),
    ...(findDovecot() ? [] : ['dovecot-imapd', 'dovecot-lmtpd']),
    ...(findPostfix() ? [] : ['postfix']),
    ...(process.env.KONTOR_FULL_TESTS !== 'true' || existsSync(roundcube) ? [] : ROUNDCUBE),
    ...(process.env.KONTOR_FULL_TESTS === 'true' ? CALENDAR_PROGRAMS.filter((name) => !which(name)) : []),
    ...(process.env.KONTOR_FULL_TESTS === 'true'
      ? Object.entries(PHONE_PROGRAMS).flatMap(([name, packages]) => (findPhoneProgram(name) ? [] : packages))
      : []),
  ];
  if (missing.length) {
    console.log('Fetching a browser and a mail server for the tests (a minute or more) …');
    await fromDebian(missing);
    if (!findWholeChromium()) await fromPlaywright();
    console.log(`Looked for test programs for ${seconds(began)}.`);
  }
  const tools = {
    chromium: findChromium() ?? null,
    wholeChromium: findWholeChromium() ?? null,
    dovecot: findDovecot() ?? null,
    postfix: findPostfix() ?? null,
  };
  mkdirSync(dirname(testToolsFile), { recursive: true });
  writeFileSync(testToolsFile, `${JSON.stringify(tools, null, 2)}\n`);
  if (!tools.chromium)
    console.log(
      'No Chromium was found or could be fetched: the journeys are left out. Set KONTOR_CHROMIUM to the path of one.',
    );
  else if (!tools.wholeChromium)
    console.log('No Chromium with all its parts was found or could be fetched: the journeys of pushes are left out.');
  if (!tools.dovecot)
    console.log('No Dovecot was found or could be fetched: the tests against a real mail server are left out.');
  if (!tools.postfix)
    console.log('No Postfix was found or could be fetched: the tests that send by a real one are left out.');
}
