import type { QueryContext } from '../../platform/operation/context.ts';
import type { PackedAnswer } from '../../platform/operation/manifest.ts';
import { timeZoneOf } from '../account/index.ts';
import { Held } from './held.ts';
import { PackedPeople } from './packed-people.ts';
import type { PresenceParts } from './parts.ts';
import {
  nextMoment,
  readFacts,
  standingsOf,
  type PeopleFacts,
  type Standing,
  type StandingMoment,
} from './standing.ts';
import type { Language } from './views.ts';

/** Under this number the changes of what shows of people are counted, by triggers. */
const PEOPLE = -2;
/** How long what nobody counts may be as it was: when somebody was last active, which is said to the minute. */
const KEPT_MS = 60_000;
/** People whose language is remembered. */
const MAX_LANGUAGES = 10_000;

/** What is known of an instance's people, and how long that lasts if nothing is counted. */
interface LastingFacts {
  readonly facts: PeopleFacts;
  readonly from: number;
  readonly until: number;
  readonly size: number;
}

/** How everybody of an instance stands, while the same people are at devices. */
class PeopleList {
  readonly from: number;
  readonly until: number;
  readonly size: number;
  readonly #facts: PeopleFacts;
  /** Where each stands in the order of names. */
  readonly #indexes: ReadonlyMap<number, number>;
  readonly #moment: StandingMoment;
  readonly #standings: readonly Standing[];
  readonly #before: ReadonlyMap<Language, PackedPeople>;
  readonly #packing = new Map<Language, Promise<PackedPeople>>();
  readonly #packed = new Map<Language, PackedPeople>();

  constructor({ facts, until, size }: LastingFacts, moment: StandingMoment, before?: PeopleList) {
    this.from = moment.at;
    this.until = until;
    this.size = size;
    this.#facts = facts;
    this.#indexes = new Map(facts.rows.map(({ user_id: userId }, index) => [userId, index]));
    this.#moment = moment;
    this.#standings = standingsOf(facts, moment);
    this.#before = before === undefined ? new Map() : before.#packed;
  }

  /** The list as somebody is given it who is at a device by asking. */
  async answerTo(askerId: number, language: Language): Promise<PackedAnswer> {
    const people = await this.#in(language);
    const index = this.#indexes.get(askerId);
    if (index === undefined) return people.forAll;
    const rows = this.#facts.rows.slice(index, index + 1);
    const [own] = standingsOf({ ...this.#facts, rows }, { ...this.#moment, askerId });
    return own === undefined ? people.forAll : people.answerTo(own, index);
  }

  #in(language: Language): Promise<PackedPeople> {
    const known = this.#packing.get(language);
    if (known !== undefined) return known;
    const packing = PackedPeople.of(this.#standings, language, this.#before.get(language)).then((people) => {
      this.#packed.set(language, people);
      return people;
    });
    this.#packing.set(language, packing);
    packing.catch(() => this.#packing.delete(language));
    return packing;
  }
}

/**
 * The list of people as it is answered: from memory, packed, as long as nothing in it is otherwise. It is one for all people of an instance who
 * read the same language, but for the row of who asks.
 */
export class OnlineUsers {
  readonly #parts: PresenceParts;
  readonly #facts = new Held<LastingFacts>();
  readonly #lists = new Held<PeopleList>();
  readonly #languages = new Map<string, { readonly stamp: number; readonly language: Language }>();

  constructor(parts: PresenceParts) {
    this.#parts = parts;
  }

  async answer(ctx: QueryContext): Promise<PackedAnswer> {
    const [language, list] = await Promise.all([this.#languageOf(ctx), this.#listOf(ctx)]);
    return list.answerTo(ctx.person.id, language);
  }

  #listOf(ctx: QueryContext): Promise<PeopleList> {
    const { instance, now } = ctx;
    const { devices, sources } = this.#parts;
    const zone = timeZoneOf(instance);
    const version = ctx.counted === undefined ? ctx.newId() : String(ctx.counted.versions[PEOPLE] ?? 0);
    const stamp = [version, zone, ...sources.map((source) => source.revision?.() ?? 0)].join(' ');
    const revision = devices.revision(instance.id);
    return this.#lists.of(instance.id, { stamp: `${stamp} ${revision}`, now }, async (before) => {
      const known = await this.#facts.of(instance.id, { stamp, now }, () => this.#read(ctx, zone));
      return new PeopleList(known, { at: now(), zone, present: devices.present(instance.id) }, before);
    });
  }

  async #read({ db, instance, now }: QueryContext, zone: string): Promise<LastingFacts> {
    const at = now();
    const facts = await readFacts({ db, instance }, this.#parts, { at });
    const standings = standingsOf(facts, { at, zone, present: this.#parts.devices.present(instance.id) });
    const next = await nextMoment({ db, instance, now: () => at }, this.#parts, standings);
    return {
      facts,
      from: at,
      until: Math.min(at + KEPT_MS, next ?? Number.POSITIVE_INFINITY),
      size: facts.rows.length,
    };
  }

  /** The language of who asks, from memory while that person was told of nothing: so they are when they choose another one. */
  async #languageOf(ctx: QueryContext): Promise<Language> {
    const key = `${ctx.instance.id} ${ctx.person.id}`;
    const stamp = ctx.counted?.changeStamp;
    const known = this.#languages.get(key);
    if (known !== undefined && known.stamp === stamp) return known.language;
    const language = await this.#parts.languageOf(ctx, ctx.person.id);
    if (stamp === undefined) return language;
    if (this.#languages.size >= MAX_LANGUAGES) this.#languages.clear();
    this.#languages.set(key, { stamp, language });
    return language;
  }
}
