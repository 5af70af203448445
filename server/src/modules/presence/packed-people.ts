import { packPiece, type Piece } from '../../platform/http/pack.ts';
import { PackedAnswer } from '../../platform/operation/manifest.ts';
import type { Standing } from './standing.ts';
import { toOnlineUser, type Language } from './views.ts';

/** Somebody as the list has them. */
interface Row {
  readonly id: number;
  readonly sort: number;
  /** Where they stand in the order of names. */
  readonly index: number;
  readonly text: string;
}

/** Rows that stand one after the other and are packed together. */
interface Chunk {
  readonly rows: readonly Row[];
  readonly text: string;
  readonly isFirst: boolean;
  readonly piece: Piece;
}

/**
 * A chunk ends with somebody whose number is a multiple of this, so that who comes into it or leaves it moves no other chunk; and when it is long
 * enough.
 */
const CHUNK_ENDS = 64;
const MAX_CHUNK = 256;
/** Those whose own list is kept beside that of all others. */
const MAX_OWN = 200;

const rowOf = (standing: Standing, index: number, language: Language): Row => {
  const user = toOnlineUser(standing, language);
  return { id: user.id, sort: Number(user.presenceSort), index, text: JSON.stringify(user) };
};

const isBefore = (one: Row, other: Row): boolean =>
  one.sort < other.sort || (one.sort === other.sort && one.index < other.index);

function cut(rows: readonly Row[]): readonly (readonly Row[])[] {
  let chunk: Row[] = [];
  const chunks = [chunk];
  for (const row of rows) {
    if (chunk.length >= MAX_CHUNK) chunks.push((chunk = []));
    chunk.push(row);
    if (row.id % CHUNK_ENDS === 0) chunks.push((chunk = []));
  }
  return chunks.filter(({ length }) => length > 0);
}

const textOf = (rows: readonly Row[], isFirst: boolean): string =>
  `${isFirst ? '"results":[' : ','}${rows.map(({ text }) => text).join(',')}`;

/** The chunks with somebody in another row than the one that they have. */
function withRow(chunks: readonly Chunk[], own: Row): readonly (readonly Row[])[] {
  const rest = chunks.map(({ rows }) =>
    rows.some(({ id }) => id === own.id) ? rows.filter(({ id }) => id !== own.id) : rows,
  );
  const found = rest.findIndex((rows) => rows.some((row) => isBefore(own, row)));
  const index = found === -1 ? rest.length - 1 : found;
  return rest
    .map((rows, n) => {
      if (n !== index) return rows;
      const next = rows.findIndex((row) => isBefore(own, row));
      return rows.toSpliced(next === -1 ? rows.length : next, 0, own);
    })
    .filter(({ length }) => length > 0);
}

/** The list of people in one language, packed for all who are given it: nothing in it depends on who asks, but for the row of that person. */
export class PackedPeople {
  readonly #chunks: readonly Chunk[];
  readonly #end: Piece;
  /** The list for who is in it as they stand. */
  readonly forAll: PackedAnswer;
  readonly #language: Language;
  /** What the row of each says, by their number. */
  readonly #texts: ReadonlyMap<number, string>;
  readonly #own = new Map<number, { readonly text: string; readonly answer: Promise<PackedAnswer> }>();

  private constructor(chunks: readonly Chunk[], end: Piece, language: Language) {
    this.#chunks = chunks;
    this.#end = end;
    this.#language = language;
    this.#texts = new Map(chunks.flatMap(({ rows }) => rows.map(({ id, text }) => [id, text] as const)));
    this.forAll = this.#answerOf(chunks.map(({ piece }) => piece));
  }

  /** Packs how everybody of an instance stands, who are in the order of their names. What stands in `before` alike is not packed anew. */
  static async of(standings: readonly Standing[], language: Language, before?: PackedPeople): Promise<PackedPeople> {
    const known = new Map((before === undefined ? [] : before.#chunks).map(({ text, piece }) => [text, piece]));
    const rows = standings.map((standing, index) => rowOf(standing, index, language));
    const chunks = cut(rows.toSorted((one, other) => one.sort - other.sort || one.index - other.index)).map(
      async (some, index): Promise<Chunk> => {
        const text = textOf(some, index === 0);
        return { rows: some, text, isFirst: index === 0, piece: known.get(text) ?? (await packPiece(text)) };
      },
    );
    const end = await packPiece(`${rows.length === 0 ? '"results":[' : ''}],"totalCount":${rows.length}}`);
    return new PackedPeople(await Promise.all(chunks), end, language);
  }

  /** Returns the list for somebody of whom that shows. `index`: where they stand in the order of names. */
  async answerTo(standing: Standing, index: number): Promise<PackedAnswer> {
    const own = rowOf(standing, index, this.#language);
    if (this.#texts.get(own.id) === own.text) return this.forAll;
    const known = this.#own.get(own.id);
    if (known?.text === own.text) return known.answer;
    const answer = this.#packOwn(own);
    answer.catch(() => this.#own.delete(own.id));
    this.#own.delete(own.id);
    this.#own.set(own.id, { text: own.text, answer });
    const [oldest] = this.#own.keys();
    if (this.#own.size > MAX_OWN && oldest !== undefined) this.#own.delete(oldest);
    return answer;
  }

  async #packOwn(own: Row): Promise<PackedAnswer> {
    const known = new Map(this.#chunks.map((chunk) => [chunk.rows, chunk]));
    const pieces = withRow(this.#chunks, own).map(async (rows, index) => {
      const chunk = known.get(rows);
      const isFirst = index === 0;
      return chunk !== undefined && chunk.isFirst === isFirst ? chunk.piece : packPiece(textOf(rows, isFirst));
    });
    return this.#answerOf(await Promise.all(pieces));
  }

  #answerOf(pieces: readonly Piece[]): PackedAnswer {
    const rows = this.#chunks.reduce((sum, chunk) => sum + chunk.rows.length, 0);
    return new PackedAnswer({ body: { pieces: [...pieces, this.#end] }, rows });
  }
}
