import { setTimeout as sleep } from 'node:timers/promises';
import type { Action } from '../../../web/src/modules/activity/actions/choices.ts';
import type { Random } from '../../../web/src/client/core/simulation/clock.ts';
import type { Talk } from '../world/fixture.ts';
import { Device, dropSockets } from './device.ts';
import { Journal } from './journal.ts';
import { LISTS } from './lists.ts';
import { Page } from './page.ts';
import type { Wire } from './wire.ts';
import { wordOf, type Words } from './words.ts';

export interface DeskOptions {
  readonly name: string;
  readonly instance: string;
  readonly person: string;
  readonly folder: string;
  readonly base: string;
  /** An app on the device signs in with a token, a page of the server with a cookie. */
  readonly isApp: boolean;
  readonly password: string;
  readonly userId: number;
  /** Messages that the person is among the people of. */
  readonly talks: readonly Talk[];
  readonly words: Words;
  readonly wire: Wire;
  readonly random: Random;
  /** How many times as long as in a short run the person thinks between two things. */
  readonly leisure: number;
}

const MAX_PAGES = 2;
const MAX_WAITING = 60;
const ACTIONS: readonly Action[] = [
  'ready', 'ready', 'ready', 'seen', 'seen', 'unseen', 'unseen', 'archive', 'dearchive', 'delete', 'spam',
]; // prettier-ignore

/** One person at one device, with a few pages of the app open: reads, changes, goes offline and comes back. */
export class Desk {
  readonly given: DeskOptions;
  readonly device: Device;
  readonly counts = { acts: 0, talks: 0, crashes: 0, offline: 0, signOuts: 0 };
  readonly #journals: Journal[] = [];
  #pages: Page[] = [];
  #number = 0;
  #isQuiet = false;
  #back: NodeJS.Timeout | undefined;

  constructor(given: DeskOptions) {
    this.given = given;
    const skew = given.random.hits(0.5) ? given.random.between(-600_000, 600_000) : 0;
    this.device = new Device(given.name, skew);
  }

  get pages(): readonly Page[] {
    return this.#pages;
  }

  get who(): string {
    return `${this.given.instance} ${this.given.person}`;
  }

  async open(): Promise<void> {
    const { instance, person, folder, name, words, wire, random, base, isApp, password, talks, userId } = this.given;
    this.#number += 1;
    const journal = new Journal(folder, { instance, person, client: `${name}.${this.#number}` });
    this.#journals.push(journal);
    const { device } = this;
    const origin = isApp ? 'https://localhost' : base;
    const isCaching = Number(name.replace(/\D/g, '')) % 2 === 0;
    // Two of the four, in turn: a page of the app shows one list and keeps another.
    const lists = LISTS.filter((_, index) => (index + this.#number) % 2 === 1);
    const page = new Page({
      lists,
      talks,
      userId,
      device,
      journal,
      words,
      wire,
      random,
      base,
      origin,
      password,
      isCaching,
    });
    this.#pages.push(page);
    await page.open();
  }

  /** Goes about its person's day until it is told to stop. */
  async run(goesOn: () => boolean): Promise<void> {
    const { random } = this.given;
    this.#isQuiet = false;
    while (goesOn()) {
      await sleep(random.between(10, 120) * this.given.leisure);
      if (this.#pages.length === 0) await this.open();
      const page = random.pick(this.#pages);
      const dice = random.next();
      if (dice < 0.004) await this.#crash(page);
      else if (dice < 0.006) this.#close(page);
      else if (dice < 0.012) await this.#openAnother();
      else if (dice < 0.022) this.#goOffline();
      else if (dice < 0.024) await this.#signOut(page);
      else if (dice < 0.04) await page.more(random.pick(LISTS).source.id);
      else if (dice < 0.06) await page.discardRefused();
      else if (page.waiting().length >= MAX_WAITING) continue;
      else if (dice < 0.2) this.talk(page);
      else this.act(page);
    }
  }

  /** Changes something that a page shows. */
  act(page: Page): void {
    const { random } = this.given;
    const list = random.pick(LISTS).source.id;
    const keys = page.keysOf(list);
    if (keys.length === 0) return;
    const count = random.hits(0.05) ? random.between(10, 30) : random.between(1, 3);
    const chosen = [...new Set(Array.from({ length: count }, () => random.pick(keys)))];
    page.act(list === 'trash|all' ? 'restore' : random.pick(ACTIONS), chosen);
    this.counts.acts += 1;
  }

  /** Does something in a thread of messages that a page shows. */
  talk(page: Page): void {
    const { instance, person, name, words } = this.given;
    page.talk((readers) => {
      this.counts.talks += 1;
      const word = wordOf(`${instance} ${person} ${name} text ${this.counts.talks}`);
      words.plant(word, { instance, people: new Set(readers) });
      return `<p>Text ${word}</p>`;
    });
  }

  /** Comes back to the network and stays there, with two pages at least. */
  async settle(): Promise<void> {
    this.#isQuiet = true;
    clearTimeout(this.#back);
    // With two pages all lists are shown.
    while (this.#pages.length < 2) await this.open();
    this.#online();
  }

  isResting(): boolean {
    return this.#pages.every((page) => page.isIn && page.isResting());
  }

  /** Notes what the person is left with, and ends. */
  close(): void {
    for (const page of this.#pages) {
      page.noteRest();
      page.close();
    }
    for (const journal of this.#journals) journal.close();
  }

  async #crash(page: Page): Promise<void> {
    this.counts.crashes += 1;
    this.#remove(page);
    page.kill();
    if (this.#pages.length === 0) await sleep(this.given.random.between(50, 500));
    if (this.#pages.length === 0) await this.open();
  }

  #close(page: Page): void {
    if (this.#pages.length < 2) return;
    this.#remove(page);
    page.close();
  }

  #remove(page: Page): void {
    this.#pages = this.#pages.filter((other) => other !== page);
  }

  async #openAnother(): Promise<void> {
    if (this.#pages.length < MAX_PAGES) await this.open();
  }

  /** Loses the network, until it settles again. */
  leave(): void {
    this.counts.offline += 1;
    this.device.isOnline = false;
    dropSockets(this.device);
    for (const page of this.#pages) page.wake();
  }

  #goOffline(): void {
    if (!this.device.isOnline || this.#isQuiet) return;
    this.leave();
    this.#back = setTimeout(() => this.#online(), this.given.random.between(300, 5000));
  }

  #online(): void {
    this.device.isOnline = true;
    for (const page of this.#pages) page.wake();
  }

  async #signOut(page: Page): Promise<void> {
    this.counts.signOuts += 1;
    await page.signOut().catch(() => undefined);
  }
}
