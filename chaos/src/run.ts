import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reachRunning } from '../../server/src/platform/db/embedded/reach.ts';
import { onStopSignal } from '../../server/src/platform/signals.ts';
import { Random } from '../../web/src/client/core/simulation/clock.ts';
import { checkHistory } from './check/check.ts';
import { checkHealing, startOfNothing } from './check/healing.ts';
import { checkRest } from './check/rest.ts';
import { checkTexts } from './check/texts.ts';
import type { Violation } from './check/violations.ts';
import { Desk } from './clients/desk.ts';
import { installBrowser } from './clients/device.ts';
import { Journal, readJournals } from './clients/journal.ts';
import { Script } from './clients/script.ts';
import { Wire } from './clients/wire.ts';
import { Words } from './clients/words.ts';
import { Faults, hashOf } from './world/faults.ts';
import { installRecorder, readRecord, ask, countTitles, endSessions } from './world/oracle.ts';
import { MAIL_TITLE, Post } from './world/post.ts';
import type { Proxy } from './world/proxy.ts';
import { makeMachines, type Machines } from './world/machines.ts';
import type { Servers } from './world/servers.ts';
import { buildFixture, INSTANCES, PASSWORD, type Fixture } from './world/fixture.ts';
import type { Settings } from './settings.ts';
import { figuresOf, type Figures } from './figures.ts';

const TELL_MS = 10_000;
/** Commands between two troubles of a kind in the long run; on a quiet machine more are answered in that time. */
const LONG_LEAST_ANSWERED = 400;
/** So many commands are answered at least, unless that takes so many times as long as it may. */
const MIN_COMMANDS = 300;
const MAX_PATIENCE = 4;
/** How long everybody is away at the end, while programs go on changing what they show. */
const ABSENCE_MS = 500;
const SESSION_MS = 50;

export interface Outcome {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly figures: Figures;
  /** Faults as they happened. */
  readonly plan: readonly string[];
  /** Where the journals and the server's log lie. */
  readonly folder: string;
  /** The last that happened to an item. */
  readonly storyOf: (item: { instance: string; id: number }) => string[];
}

/** One run: builds the fixture, lets clients work and things go wrong, waits for rest, and checks. */
export async function runChaos(settings: Settings): Promise<Outcome> {
  installBrowser();
  const run = new Run(settings);
  const telling = setInterval(() => console.log(`  ${run.progress()}`), TELL_MS);
  onStopSignal(run.stop);
  try {
    await run.open();
    await run.work();
    await run.rest();
    return await run.judge();
  } finally {
    clearInterval(telling);
    await run.close();
  }
}

export class Run {
  readonly settings: Settings;
  readonly folder = mkdtempSync(join(tmpdir(), 'kontor-chaos-'));
  readonly words = new Words();
  readonly wire = new Wire();
  readonly desks: Desk[] = [];
  readonly scripts: Script[] = [];
  readonly violations: Violation[] = [];
  readonly began = performance.now();
  servers!: Servers;
  proxies: Proxy[] = [];
  fixture!: Fixture;
  faults!: Faults;
  post!: Post;
  serverBase = '';
  /** Seconds that clients worked; of each calm the milliseconds until all was sent and until all were alike, and those of a start of nothing. */
  readonly times = { worked: 0, sent: [] as number[], alike: [] as number[], starts: [] as number[] };
  #hasFailed: unknown;
  #machines: Machines | undefined;
  #isStopped = false;
  #isCalm = false;
  readonly #journals: Journal[] = [];

  /** Lets the work end early; what was done until then is checked. */
  readonly stop = (): void => {
    this.#isStopped = true;
  };

  constructor(settings: Settings) {
    this.settings = settings;
    // As root, the database of a folder that is closed to others would lie elsewhere.
    chmodSync(this.folder, 0o755);
  }

  /** Connection string of the database at this moment: after a power cut it comes back at another port. */
  readonly url = async (): Promise<string> => {
    const url = this.#machines?.databaseUrl ?? (await reachRunning(this.servers.first.dataFolder))?.url;
    if (url === undefined) throw new Error('The server does not run');
    return url;
  };

  async open(): Promise<void> {
    const { settings, folder } = this;
    this.#machines = await makeMachines(settings, { folder, random: this.#random('proxy') });
    const { servers, http, smtp, channel, base } = this.#machines;
    this.servers = servers;
    this.proxies = [http, smtp, ...(channel === undefined ? [] : [channel])];
    this.serverBase = `http://127.0.0.1:${servers.first.port}`;
    await servers.start();
    await installRecorder(await this.url());
    const { dataFolder } = servers.first;
    this.fixture = await buildFixture({ url: this.url, dataFolder, env: servers.keyEnv, words: this.words });
    this.faults = new Faults(
      {
        servers,
        proxies: this.proxies,
        fixture: this.fixture,
        words: this.words,
        url: this.url,
        isEmbedded: this.#machines.databaseUrl === undefined,
        movesClock: channel === undefined,
        spread: settings.isLong ? 5 : 1,
        answered: () => this.wire.answered,
        leastAnswered: settings.isLong ? LONG_LEAST_ANSWERED : 0,
      },
      settings.seed,
    );
    this.post = new Post({ fixture: this.fixture, words: this.words, random: this.#random('post'), port: smtp.port });
    this.#people(base);
  }

  /** Lets all work, with things going wrong, until time or commands are up; now and then all is put right, and must become alike. */
  async work(): Promise<void> {
    await Promise.all(this.desks.map((desk) => desk.open()));
    do {
      const healed = await this.#stretch();
      await this.#calm(healed);
    } while (!this.#isEnough() && this.#goesOn());
  }

  /** Last words, when everything is right again: all show the same after each of them, after an absence, and after a right was taken and given back. */
  async rest(): Promise<void> {
    await this.#rights();
    await this.#absence();
    // News that was lost is made good by the next; hence one after the other, and a look after each.
    for (const desk of this.desks) {
      if (this.#isEnough()) return;
      for (const page of desk.pages) {
        desk.act(page);
        desk.talk(page);
      }
      await this.#allSent();
      this.violations.push(...(await checkRest(this, this.settings.restMs)));
    }
  }

  #goesOn(): boolean {
    const { seconds, commands } = this.settings;
    if (this.#hasFailed !== undefined || this.#isStopped) return false;
    const { worked } = this.times;
    // A machine that has other work takes longer to come to anything.
    const isShort = this.wire.answered < MIN_COMMANDS && worked < seconds * MAX_PATIENCE;
    return isShort || (worked < seconds && this.wire.answered < commands);
  }

  /** A part of the work. Returns when all was put right again after it. */
  async #stretch(): Promise<number> {
    const before = this.times.worked;
    const end = this.wire.answered + this.settings.stretch;
    const began = performance.now();
    this.#isCalm = false;
    const goesOn = (): boolean => {
      this.times.worked = before + (performance.now() - began) / 1000;
      return this.#goesOn() && this.wire.answered < end;
    };
    let healed = began;
    const guard = (work: Promise<unknown>): Promise<unknown> =>
      work.catch((error: unknown) => (this.#hasFailed ??= error));
    await Promise.all([
      guard(this.faults.run(goesOn).then(() => (healed = performance.now()))),
      ...this.scripts.map((script) => guard(script.run(goesOn))),
      ...this.desks.map((desk) => guard(desk.run(goesOn))),
      guard(this.post.run(goesOn)),
    ]);
    if (this.#hasFailed !== undefined) throw this.#hasFailed;
    return healed;
  }

  /** Nothing goes wrong any more: waits until all that waits is sent and all show the same, and notes how long that took. */
  async #calm(healed: number): Promise<void> {
    this.#isCalm = true;
    await Promise.all(this.desks.map((desk) => desk.settle()));
    await this.#allSent();
    this.times.sent.push(performance.now() - healed);
    this.violations.push(...(await checkRest(this, this.settings.restMs)));
    this.times.alike.push(performance.now() - healed);
    this.times.starts.push(await startOfNothing());
  }

  async judge(): Promise<Outcome> {
    for (const desk of this.desks) desk.close();
    for (const journal of this.#journals) journal.close();
    const url = await this.url();
    const [stored, titles] = [await readRecord(url), await countTitles(url)];
    const rows = await ask<{ instance: string; id: number }>(
      url,
      `select i.name as instance, activity_id as id from activity join instance i using (instance_id) where information like $1`,
      [`${MAIL_TITLE}%`],
    );
    const mails = new Set(rows.map(({ instance, id }) => `${instance} ${id}`));
    const lines = readJournals(join(this.folder, 'journals'));
    const history = { ...stored, lines, mails };
    this.violations.push(...checkHistory(history), ...checkTexts(history), ...this.#checkPost(titles));
    this.violations.push(...checkHealing(this.times.alike, this.times.starts));
    for (const code of await this.servers.close())
      if (code !== 0) this.#say('the server never ends by itself', `its last stop ended with ${code}`);
    for (const { code, signal, last } of this.servers.unplanned)
      this.#say('the server never ends by itself', `code ${code}, signal ${signal}: ${last}`);
    for (const { logFile } of this.servers.all) this.words.lookAtLog(readFileSync(logFile, 'utf8'));
    this.violations.push(...this.words.found, ...this.wire.found, ...this.scripts.flatMap(({ found }) => found));
    const storyOf = ({ instance, id }: { instance: string; id: number }): string[] =>
      [
        ...stored.versions.filter((one) => one.instance === instance && one.id === id),
        ...stored.states.filter((one) => one.instance === instance && one.id === id),
        ...stored.commands.filter((one) => one.instance === instance && one.ids.includes(id)),
      ]
        .sort((a, b) => a.step - b.step)
        .slice(-25)
        .map((one) => JSON.stringify(one));
    return {
      seed: this.settings.seed,
      violations: this.violations,
      figures: figuresOf(this, history),
      plan: this.faults.plan,
      folder: this.folder,
      storyOf,
    };
  }

  async close(): Promise<void> {
    for (const desk of this.desks) for (const page of desk.pages) page.kill();
    await this.#machines?.close();
    if (this.violations.length === 0 && this.#hasFailed === undefined && !this.settings.keeps)
      rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Whether nothing more is looked for: one violation is enough, but a mistake made on purpose must be noticed by the one that it leads to. */
  #isEnough(): boolean {
    const { defect } = this.settings;
    if (defect === undefined) return this.violations.length > 0;
    return [...this.violations, ...this.words.found].some(({ invariant }) => invariant === defect.breaks);
  }

  #say(invariant: Violation['invariant'], detail: string): void {
    this.violations.push({ invariant, detail });
  }

  #random(name: string): Random {
    return new Random(this.settings.seed ^ hashOf(name));
  }

  #people(base: string): void {
    const folder = join(this.folder, 'journals');
    const { words, wire } = this;
    let number = 0;
    for (const { instance, person, userId, scripted, shared, talks } of this.fixture.members) {
      number += 1;
      const name = `d${number}`;
      const given = {
        instance,
        person,
        userId,
        talks,
        folder,
        base,
        password: PASSWORD,
        words,
        wire,
        leisure: this.settings.isLong ? 4 : 1,
      };
      const isApp = number % 3 === 0;
      this.desks.push(new Desk({ ...given, name, isApp, random: this.#random(`${instance} ${person} desk`) }));
      if (person === 'dora') continue;
      for (const [index, own] of scripted.entries()) {
        const journal = new Journal(folder, { instance, person, client: `s${number}.${index}` });
        this.#journals.push(journal);
        const random = this.#random(`${instance} ${person} script ${index}`);
        this.scripts.push(new Script({ ...given, journal, random, own, shared }));
      }
    }
  }

  #checkPost(titles: readonly { instance: string; title: string; count: number }[]): Violation[] {
    return this.post.sent.flatMap(({ instance, title, isTaken }) => {
      const count = titles.find((one) => one.instance === instance && one.title === title)?.count ?? 0;
      if (count === 1 || (count === 0 && !isTaken)) return [];
      const detail = `${title} was ${isTaken ? '' : 'not '}taken, and is there ${count} times`;
      return [{ invariant: 'each mail arrives once' as const, detail }];
    });
  }

  /** How far it is, in a line. */
  progress(): string {
    const done = `${((performance.now() - this.began) / 1000).toFixed(0)} s, ${this.wire.answered} commands answered`;
    if (!this.#isCalm) return `${done}; ${[...(this.faults?.busy ?? [])].join()} ${this.faults?.plan.at(-1)}`;
    return `${done}, waiting for rest ${this.unrest().slice(0, 2).join('; ')}`;
  }

  /** What is still under way. */
  unrest(): string[] {
    return this.desks.flatMap((desk) =>
      desk.pages.flatMap((page, index) => {
        const waiting = page.waiting().filter(({ state }) => state !== 'refused');
        if (page.isIn && waiting.length === 0) return [];
        const states = waiting.slice(0, 3).map(({ processId, state, kept }) => `${processId} ${state} ${kept}`);
        return [
          `${desk.who} ${desk.given.name}.${index}: ${page.isIn ? '' : 'not signed in, '}${waiting.length} wait: ${states.join(', ')}`,
        ];
      }),
    );
  }

  /** Who has lost a right sees nothing any more, at once; and all of it when it is given back. */
  async #rights(): Promise<void> {
    for (const has of [false, true]) {
      if (this.#isEnough()) return;
      for (const instance of INSTANCES) {
        if (has) this.words.unbar(instance, 'dora');
        await this.fixture.setMailRight(instance, 'dora', has);
        if (!has) this.words.bar(instance, 'dora');
      }
      this.violations.push(...(await checkRest(this, this.settings.restMs)));
    }
  }

  /** Whoever was away while much changed, and nothing after it, shows it when they are back: no event tells them of it. */
  async #absence(): Promise<void> {
    if (this.#isEnough()) return;
    for (const desk of this.desks) desk.leave();
    const end = performance.now() + ABSENCE_MS;
    await Promise.all([
      this.#endSessions(end),
      ...this.scripts.map((script) => script.run(() => performance.now() < end)),
    ]);
    await Promise.all(this.desks.map((desk) => desk.settle()));
    await this.#allSent();
    this.violations.push(...(await checkRest(this, this.settings.restMs)));
  }

  /** Ends the sessions of the database again and again, so that some of what is asked meanwhile is sure to meet it. */
  async #endSessions(end: number): Promise<void> {
    while (performance.now() < end) {
      // A server that is broken on purpose may be away.
      await this.url()
        .then(endSessions)
        .catch(() => 0);
      await sleep(SESSION_MS);
    }
  }

  /** Waits until nothing is under way. */
  async #allSent(): Promise<void> {
    const isSo = (): boolean => this.desks.every((desk) => desk.isResting());
    for (const end = performance.now() + this.settings.restMs; !isSo() && performance.now() < end;) await sleep(25);
    if (!isSo()) for (const detail of this.unrest()) this.#say('what was meant is not lost', detail);
  }
}
