import { describe, expect, test } from 'vitest';
import { CoEdit, FINISHED_MS, MAX_MS, QUIET_MS, type Kept, type Sent, type Stored } from './co-edit.ts';
import type { WrittenNode } from './document.ts';
import { mergerOf } from './merge-edit.ts';
import { toText } from './to-text.ts';

interface Note {
  readonly title: string;
  readonly doc: WrittenNode;
  readonly tags: readonly string[];
}

const docOf = (...paragraphs: readonly string[]): WrittenNode => ({
  type: 'doc',
  content: paragraphs.map((text) =>
    text === '' ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text }] },
  ),
});
const paragraphsOf = (doc: WrittenNode): string[] =>
  (doc.content ?? []).map((block) => (block.content ?? []).map((one) => one.text ?? '').join(''));
const merge = mergerOf<Note>({ texts: ['doc'], lines: ['title'], sets: ['tags'] });
const isSame = (a: Note, b: Note): boolean => JSON.stringify(a) === JSON.stringify(b);
const note = (title: string, ...paragraphs: readonly string[]): Note => ({
  title,
  doc: docOf(...paragraphs),
  tags: [],
});

class Offline extends Error {}

/** Time that passes when the test says so; what is waited for by promises is done between two moments. */
class Clock {
  now = 0;
  #next = 0;
  readonly #due = new Map<number, { readonly at: number; readonly call: () => void }>();

  readonly later = (ms: number, call: () => void): (() => void) => {
    const key = (this.#next += 1);
    this.#due.set(key, { at: this.now + ms, call });
    return () => void this.#due.delete(key);
  };

  readonly sleep = (ms: number): Promise<void> => new Promise((resolve) => this.later(ms, resolve));

  async until(end: number): Promise<void> {
    for (;;) {
      for (let turns = 0; turns < 30; turns += 1) await Promise.resolve();
      const [first] = [...this.#due].sort(([a, one], [b, other]) => one.at - other.at || a - b);
      if (first === undefined || first[1].at > end) break;
      this.#due.delete(first[0]);
      this.now = first[1].at;
      first[1].call();
    }
    this.now = end;
  }
}

/** What the server does with it: one version after the other, each command once. */
class Server {
  stored: Stored<Note>;
  readonly history: Note[] = [];
  readonly #answers = new Map<string, Sent<Note>>();
  readonly heard = new Set<() => void>();

  constructor(fields: Note) {
    this.stored = { version: 1, fields };
  }

  process(mine: Stored<Note>, id: string): Sent<Note> {
    const known = this.#answers.get(id);
    if (known !== undefined) return known;
    if (mine.version !== this.stored.version) return { standing: this.stored };
    if (!isSame(mine.fields, this.stored.fields)) {
      this.stored = { version: mine.version + 1, fields: mine.fields };
      this.history.push(mine.fields);
      for (const hear of this.heard) hear();
    }
    const answer = { version: this.stored.version };
    this.#answers.set(id, answer);
    return answer;
  }
}

interface Net {
  /** What becomes of a request: how long each way takes in milliseconds, and which of both ways it does not take. */
  readonly fate: () => { readonly there: number; readonly back: number; readonly lost: 'no' | 'there' | 'back' };
}
const GOOD: Net = { fate: () => ({ there: 10, back: 10, lost: 'no' }) };

function writer(server: Server, clock: Clock, name: string, net: Net = GOOD, from?: Kept<Note>) {
  let ids = 0;
  let kept: Kept<Note> | undefined;
  const edit = new CoEdit<Note>(
    {
      newId: () => `${name} ${(ids += 1)}`,
      async send(mine, _isTyping, id) {
        const { there, back, lost } = net.fate();
        await clock.sleep(there);
        if (lost === 'there') throw new Offline();
        const answer = server.process(mine, id);
        await clock.sleep(back);
        if (lost === 'back') throw new Offline();
        return answer;
      },
      merge,
      isSame,
      keep: (given) => (kept = given),
      later: clock.later,
      now: () => clock.now,
      isOffline: (error) => error instanceof Offline,
    },
    server.stored,
    from,
  );
  server.heard.add(() => {
    const { there, back, lost } = net.fate();
    void clock.sleep(there + back).then(() => (lost === 'no' ? edit.take(server.stored) : undefined));
  });
  return { edit, kept: () => kept, shown: () => edit.shown.get() };
}

describe('one who writes', () => {
  test('sees it at once, and has it saved after a pause', async () => {
    const [server, clock] = [new Server(note('', '')), new Clock()];
    const anna = writer(server, clock, 'anna');
    anna.edit.write({ title: 'Angebot' });
    expect(anna.shown()).toMatchObject({ fields: { title: 'Angebot' }, state: 'unsaved' });
    expect(anna.kept()?.mine.title).toBe('Angebot');
    await clock.until(QUIET_MS + 5);
    expect(anna.shown().state).toBe('saving');
    await clock.until(QUIET_MS + 30);
    expect(anna.shown().state).toBe('saved');
    expect(server.stored.fields.title).toBe('Angebot');
    // It is said to be finished after a while, else on the next start.
    expect(anna.kept()).toMatchObject({ base: { version: 2 } });
    await clock.until(QUIET_MS + FINISHED_MS + 100);
    expect(anna.kept()).toBeUndefined();
    expect(server.stored.version).toBe(2);
  });

  test('is not waited for for ever', async () => {
    const [server, clock] = [new Server(note('', '')), new Clock()];
    const anna = writer(server, clock, 'anna');
    for (let at = 0; at < MAX_MS + 500; at += 100) {
      anna.edit.write({ title: `Angebot ${at}` });
      await clock.until(at + 100);
    }
    expect(server.stored.fields.title).toMatch(/^Angebot \d/);
  });

  test('may say that it is finished, at once and once', async () => {
    const [server, clock] = [new Server(note('', '')), new Clock()];
    const anna = writer(server, clock, 'anna');
    anna.edit.write({ title: 'Angebot' });
    const saved = anna.edit.save();
    await clock.until(100);
    await expect(saved).resolves.toBe(true);
    await expect(anna.edit.save()).resolves.toBe(true);
    expect(server.stored.version).toBe(2);
  });

  test('goes on without a network, and loses nothing', async () => {
    const [server, clock] = [new Server(note('', 'Anfang')), new Clock()];
    let isOff = true;
    const anna = writer(server, clock, 'anna', {
      fate: () => ({ there: 10, back: 10, lost: isOff ? 'there' : 'no' }),
    });
    anna.edit.write({ doc: docOf('Anfang und mehr') });
    await clock.until(3000);
    expect(anna.shown().state).toBe('offline');
    expect(anna.kept()).toMatchObject({ base: { version: 1 } });
    isOff = false;
    await clock.until(12_000);
    expect(anna.shown().state).toBe('saved');
    expect(paragraphsOf(server.stored.fields.doc)).toEqual(['Anfang und mehr']);
  });

  test('does not fall out with themselves where only the answer was lost', async () => {
    const [server, clock] = [new Server(note('', 'eins')), new Clock()];
    const fates = ['back', 'no', 'no', 'no', 'no'] as const;
    let at = 0;
    const anna = writer(server, clock, 'anna', {
      fate: () => ({ there: 10, back: 10, lost: fates[(at += 1) - 1] ?? 'no' }),
    });
    anna.edit.write({ doc: docOf('einszwei') });
    await clock.until(1000);
    anna.edit.write({ doc: docOf('einszweidrei') });
    await clock.until(20_000);
    expect(anna.shown()).toMatchObject({ state: 'saved', conflicts: [] });
    expect(paragraphsOf(server.stored.fields.doc)).toEqual(['einszweidrei']);
  });

  test('goes on where the page was left, with what others have written since', async () => {
    const [server, clock] = [new Server(note('Plan', 'eins zwei')), new Clock()];
    const kept: Kept<Note> = { base: server.stored, mine: note('Plan', 'eins neu zwei') };
    server.process({ version: 1, fields: note('Plan B', 'eins zwei drei') }, 'ben 1');
    const anna = writer(server, clock, 'anna', GOOD, kept);
    expect(anna.shown().fields).toEqual(note('Plan B', 'eins neu zwei drei'));
    await clock.until(2000);
    expect(server.stored.fields).toEqual(note('Plan B', 'eins neu zwei drei'));
  });
});

describe('two who write', () => {
  const both = async (mine: Partial<Note>, theirs: Partial<Note>, begun = note('Plan', 'eins zwei drei')) => {
    const [server, clock] = [new Server(begun), new Clock()];
    const [anna, ben] = [writer(server, clock, 'anna'), writer(server, clock, 'ben')];
    anna.edit.write(mine);
    ben.edit.write(theirs);
    await clock.until(10_000);
    expect(anna.shown().fields).toEqual(server.stored.fields);
    expect(ben.shown().fields).toEqual(server.stored.fields);
    return { server, anna, ben };
  };

  test('in different fields have both', async () => {
    const { server } = await both({ title: 'Plan B' }, { tags: ['Werft'] });
    expect(server.stored.fields).toMatchObject({ title: 'Plan B', tags: ['Werft'] });
  });

  test('in one line have both, too', async () => {
    const { server } = await both({ title: 'Neuer Plan' }, { title: 'Plan B' });
    expect(server.stored.fields.title).toBe('Neuer Plan B');
  });

  test('of the same words are told, and one of them has both to choose from', async () => {
    const { server, anna, ben } = await both({ doc: docOf('eins ZWEI drei') }, { doc: docOf('eins 2 drei') });
    const conflicts = [...anna.shown().conflicts, ...ben.shown().conflicts];
    expect(conflicts).toHaveLength(1);
    const [one] = conflicts;
    expect(JSON.stringify([one?.mine, one?.theirs])).toMatch(/ZWEI/);
    expect(JSON.stringify([one?.mine, one?.theirs])).toMatch(/2/);
    expect(paragraphsOf(server.stored.fields.doc)[0]).toMatch(/^eins (ZWEI|2) drei$/);
  });

  test('may leave the choice', async () => {
    const [server, clock] = [new Server(note('Plan')), new Clock()];
    const [anna, ben] = [writer(server, clock, 'anna'), writer(server, clock, 'ben')];
    anna.edit.write({ title: 'Idee' });
    ben.edit.write({ title: 'Entwurf' });
    await clock.until(10_000);
    const loser = [anna, ben].find(({ shown }) => shown().conflicts.length > 0);
    expect(loser).toBeDefined();
    const [one] = loser?.shown().conflicts ?? [];
    expect(one).toMatchObject({ field: 'title' });
    if (one !== undefined) loser?.edit.decide(one, { title: 'Idee' });
    await clock.until(20_000);
    expect(loser?.shown().conflicts).toEqual([]);
    expect(server.stored.fields.title).toBe('Idee');
  });
});

/** Random numbers that are the same each time. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const MINUTE = 60_000;

/** Three people write into one note for a minute, through networks that are slow, lose requests and answers, and are gone for seconds. */
async function threeWriters(seed: number) {
  const random = seededRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const [server, clock] = [new Server(note('Besprechung', 'Anfang', 'Mitte', 'Ende')), new Clock()];
  let isCalm = false;
  const net = (): Net => {
    let offUntil = 0;
    return {
      fate: () => {
        if (isCalm) return { there: 5, back: 5, lost: 'no' };
        if (random() < 0.03) offUntil = clock.now + 1000 + below(6000);
        const isOff = clock.now < offUntil;
        const lost = isOff || random() < 0.05 ? 'there' : random() < 0.08 ? 'back' : 'no';
        return { there: 10 + below(400), back: 10 + below(400), lost };
      },
    };
  };
  const people = ['anna', 'ben', 'carla'].map((name) => ({ name, ...writer(server, clock, name, net()) }));
  const written: string[] = [];
  const taken = new Set<string>();
  for (const { name, edit } of people) {
    const type = (): void => {
      if (clock.now >= MINUTE) return;
      const paragraphs = paragraphsOf(edit.shown.get().fields.doc);
      const at = below(paragraphs.length);
      const words = (paragraphs[at] ?? '').split(' ').filter(Boolean);
      if (random() < 0.08 && words.length > 1) taken.add(words.splice(below(words.length), 1)[0] ?? '');
      else {
        const word = `${name}${written.length}`;
        written.push(word);
        words.splice(below(words.length + 1), 0, word);
      }
      paragraphs[at] = words.join(' ');
      if (random() < 0.05) paragraphs.splice(at, 0, '');
      edit.write({ doc: docOf(...paragraphs) });
      clock.later(60 + below(900), type);
    };
    clock.later(below(500), type);
  }
  await clock.until(MINUTE);
  isCalm = true;
  await clock.until(2 * MINUTE);
  // What came late over a bad network is asked for, as the app does when it is back.
  for (const { edit } of people) edit.take(server.stored);
  await clock.until(2 * MINUTE + 20_000);
  return { server, people, written, taken };
}

test.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
  'three people in one note for a minute, through bad networks: all words are there (%i)',
  async (seed) => {
    const { server, people, written, taken } = await threeWriters(seed);
    expect(written.length).toBeGreaterThan(100);
    for (const { edit } of people) {
      expect(edit.shown.get().state).toBe('saved');
      expect(edit.shown.get().fields).toEqual(server.stored.fields);
    }
    const left = new Set(JSON.stringify(people.map(({ edit }) => edit.shown.get().conflicts)).split(/[^a-z0-9]+/));
    const words = new Set(toText(server.stored.fields.doc).split(/\s+/));
    const lost = written.filter((word) => !words.has(word) && !taken.has(word) && !left.has(word));
    expect(lost).toEqual([]);
    // Nothing stands there twice.
    const all = toText(server.stored.fields.doc).split(/\s+/).filter(Boolean);
    expect(all.filter((word, at) => written.includes(word) && all.indexOf(word) !== at)).toEqual([]);
  },
);
