import type { MessageText } from '@kontor/contract/message';
import { Clock, Random } from '../../../../client/core/simulation/clock.ts';
import { Device, SOUND, type Assembly } from './device.ts';
import { ANNA, BEN, DETAIL_TEXTS, ThreadServer, type ThreadEvent } from './server.ts';

/** What must hold, by the name of the test that says so. */
export const INVARIANTS = [
  'texts stand in their order, each once',
  'what was edited or taken back stays so',
  'what was read stays read',
  'the person has read as far as they had',
  'no number of unread texts is below zero',
  'after rest no text is missing',
  'after rest each text says what the server has',
  'after rest what was said on this device was said once',
  'after rest as many are unread as the server says',
  'after rest nothing that was read elsewhere is called new',
  'it comes to rest',
] as const;
export type Invariant = (typeof INVARIANTS)[number];

interface Violation {
  readonly invariant: Invariant;
  readonly detail: string;
}

interface Outcome {
  readonly seed: number;
  readonly violations: readonly Violation[];
  /** What happened, line by line; only where it was asked for. */
  readonly trace: readonly string[];
}

const isRead = ({ receiverData }: MessageText): boolean =>
  receiverData !== null && 'readAt' in receiverData && receiverData.readAt !== null;

const LASTS_MS = 15_000;
const MAX_STEPS = 20_000;

class Run {
  readonly clock = new Clock();
  readonly trace: string[] = [];
  readonly violations: Violation[] = [];
  readonly #random: Random;
  readonly #server: ThreadServer;
  readonly #device: Device;
  /** Nothing is lost on the way, and events come in their order. */
  readonly #isCalm: boolean;
  /** What was seen of each text: how often it was edited, whether it was taken back, and whether it was read. */
  readonly #seen = new Map<number, { edit: number; isTakenBack: boolean; isRead: boolean }>();
  #said = 0;

  constructor(seed: number, assembly: Assembly, isTraced: boolean) {
    // What kind of run it is must not depend on what happens in it.
    const setUp = new Random(seed);
    this.#random = new Random(seed + 0x5eed);
    this.#isCalm = setUp.hits(0.3);
    const share = (most: number): number => (this.#isCalm ? 0 : setUp.next() * most);
    const faults = { lost: share(0.3), twice: share(0.5), isReordered: !this.#isCalm && setUp.hits(0.5) };
    const say = (line: () => string): void => {
      if (isTraced) this.trace.push(`${this.clock.now} ${line()}`);
    };
    let emit = (_event: ThreadEvent): void => undefined;
    this.#server = new ThreadServer((event) => emit(event));
    const before = setUp.hits(0.3) ? setUp.between(60, 400) : setUp.between(1, 40);
    for (let no = 0; no < before; no += 1) this.#server.say(setUp.hits(0.4) ? ANNA : BEN, `Text ${no}`);
    this.#server.read[ANNA] = setUp.between(-1, before - 1);
    const { clock } = this;
    this.#device = new Device({ clock, random: this.#random, server: this.#server, assembly, faults, say });
    emit = (event) => this.#device.tell(event);
    this.#plan(setUp);
  }

  #plan(setUp: Random): void {
    const at = (share: number, most: number, run: () => void): void => {
      if (!setUp.hits(share)) return;
      for (let n = setUp.between(1, most); n > 0; n -= 1) this.clock.later(setUp.between(50, LASTS_MS), run);
    };
    const { thread } = this.#device;
    const shown = () => thread.state.get().texts;
    const anyNo = (): number => this.#random.between(0, this.#server.texts.length - 1);
    at(1, 20, () => this.#server.say(BEN, this.#words()));
    at(0.3, 5, () => this.#server.say(ANNA, this.#words()));
    at(0.8, 10, () => this.#device.say(`p${(this.#said += 1)}`, this.#words()));
    at(0.2, 1, () => {
      for (let n = this.#random.between(20, 130); n > 0; n -= 1) this.#server.say(BEN, this.#words());
    });
    at(0.8, 10, () => this.#server.change(anyNo(), this.#random.hits(0.7) ? this.#words() : undefined));
    at(0.4, 4, () => this.#server.readElsewhere(anyNo()));
    at(0.8, 6, () => this.#server.readByBen(anyNo(), new Date(1000 + this.clock.now).toISOString()));
    at(0.9, 15, () => shown().length > 0 && this.#device.look(this.#random.pick(shown()).no));
    at(0.6, 4, () => void thread.loadOlder());
    at(0.3, 3, () => void thread.showAround(anyNo()));
    at(0.3, 3, () => void thread.loadNewer());
    at(0.2, 2, () => thread.showEnd());
    at(0.3, 4, () => (this.#device.isVisible = !this.#device.isVisible));
    if (!this.#isCalm)
      at(0.6, 3, () => {
        this.#device.cut();
        this.clock.later(this.#random.between(50, 3000), () => this.#device.connect());
      });
  }

  #words(): string {
    return `Wort ${this.#random.between(0, 9999)}`;
  }

  #violate(invariant: Invariant, detail: string): void {
    this.violations.push({ invariant, detail });
  }

  /** What holds at each moment. */
  #checkShown(): void {
    const { texts } = this.#device.thread.state.get();
    const numbers = texts.map(({ no }) => no);
    if (numbers.some((no, index) => index > 0 && no <= (numbers[index - 1] ?? -1)))
      this.#violate('texts stand in their order, each once', numbers.join());
    for (const text of texts) {
      const { no, edit } = text;
      const before = this.#seen.get(no) ?? { edit: 0, isTakenBack: false, isRead: false };
      const isTakenBack = text.takenBackAt !== null;
      if (edit < before.edit || (before.isTakenBack && !isTakenBack))
        this.#violate('what was edited or taken back stays so', `${no} was edit ${before.edit} and is ${edit}`);
      if (before.isRead && !isRead(text)) this.#violate('what was read stays read', `${no}`);
      this.#seen.set(no, { edit, isTakenBack, isRead: isRead(text) });
    }
    const { told, unread } = this.#device;
    if (told.length > 1 && (told.at(-1) ?? 0) <= (told.at(-2) ?? 0))
      this.#violate('the person has read as far as they had', told.join());
    if (unread < 0) this.#violate('no number of unread texts is below zero', String(unread));
  }

  /** What holds once nothing is on its way, and the end of the thread is shown. */
  #checkRest(): void {
    const { texts, hasNewer } = this.#device.thread.state.get();
    const server = this.#server.texts;
    const first = texts[0]?.no ?? server.length;
    const expected = server.slice(first).map(({ no }) => no);
    const numbers = texts.map(({ no }) => no);
    if (hasNewer || numbers.join() !== expected.join() || texts.length === 0)
      this.#violate('after rest no text is missing', `shown ${numbers.join()}, there are ${expected.join()}`);
    for (const [there, here] of this.#differences())
      this.#violate('after rest each text says what the server has', `${here}, not ${there}`);
    for (let n = 1; n <= this.#said; n += 1) {
      const no = this.#server.applied.get(`p${n}`);
      const isWaiting = this.#device.waiting.some(({ processId }) => processId === `p${n}`);
      const count = numbers.filter((one) => one === no).length + (isWaiting ? 1 : 0);
      if (no === undefined || (no >= first && count !== 1))
        this.#violate('after rest what was said on this device was said once', `p${n}: ${count} times, as ${no}`);
    }
    this.#checkLine();
    const { unread } = this.#device;
    if (unread !== this.#server.unread)
      this.#violate('after rest as many are unread as the server says', `${unread}, not ${this.#server.unread}`);
  }

  /** The line over what is new stays while the person reads here, and does not stay over what they have read elsewhere beyond that. */
  #checkLine(): void {
    const { newFrom = Infinity } = this.#device.thread.state.get();
    const { elsewhere, texts } = this.#server;
    const here = Math.max(-1, ...this.#device.told);
    const isFurther = texts.some(({ no, sendBy }) => sendBy === BEN && no > here && no <= elsewhere);
    if (isFurther && newFrom <= elsewhere)
      this.#violate(
        'after rest nothing that was read elsewhere is called new',
        `${newFrom} is, ${elsewhere} was read elsewhere, ${here} here`,
      );
  }

  /** What texts that are shown say, and what they say at the server, where that is not the same. */
  #differences(): (readonly [there: string, here: string])[] {
    const server = this.#server.texts;
    // That older ones were read a device which was cut off has not heard: the end of the thread says it of its own alone.
    const heardOf = this.#isCalm ? 0 : server.length - DETAIL_TEXTS;
    const whole = (one: MessageText) =>
      JSON.stringify([one.no, one.message, one.edit, one.takenBackAt !== null, one.no >= heardOf && isRead(one)]);
    return this.#device.thread.state.get().texts.flatMap((text) => {
      const there = server[text.no];
      return there === undefined || whole(text) === whole(there) ? [] : [[whole(there), whole(text)] as const];
    });
  }

  async #steps(until: number): Promise<boolean> {
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      if (!(await this.clock.step(until))) return true;
      this.#checkShown();
      if (this.violations.length > 0) return false;
    }
    this.#violate('it comes to rest', `${MAX_STEPS} steps`);
    return false;
  }

  async run(): Promise<void> {
    if (!(await this.#steps(LASTS_MS + 3000))) return;
    const { thread } = this.#device;
    this.#device.isVisible = true;
    this.#device.connect();
    // What could not be had is asked for again once the server is reached; here that is so until it was.
    for (let times = 0; times < 60; times += 1) {
      thread.showEnd();
      void this.#device.refresh();
      if (!(await this.#steps(Infinity))) return;
      if (this.#device.rests && this.#isWhole() && this.#differences().length === 0) break;
    }
    this.#checkRest();
  }

  #isWhole(): boolean {
    const { texts, hasNewer } = this.#device.thread.state.get();
    const last = texts.at(-1)?.no;
    return !hasNewer && last === this.#server.texts.length - 1 && texts.length === last - (texts[0]?.no ?? 0) + 1;
  }
}

/** Runs one seed. The same seed leads to the same again. */
export async function simulate(seed: number, assembly: Assembly = SOUND, isTraced = false): Promise<Outcome> {
  const run = new Run(seed, assembly, isTraced);
  await run.run();
  return { seed, violations: run.violations, trace: run.trace };
}
