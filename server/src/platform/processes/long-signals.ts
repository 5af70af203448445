import { randomUUID } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** PostgreSQL takes less than 8,000 bytes in one notification; the names of sender and signal need some of them. */
const PIECE_BYTES = 7600;
/** What is longer than this many pieces is not sent: it would stand in the way of all other signals. */
const MAX_PIECES = 300;
/** What a text may come to when it is inflated. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Cuts a text into pieces that fit a signal; what is long is deflated before. Returns undefined for one that is too long. */
export function piecesOf(text: string, sender: string, n: number): readonly string[] | undefined {
  const isShort = Buffer.byteLength(text) <= PIECE_BYTES;
  const packed = isShort ? text : deflateRawSync(text).toString('base64');
  const count = isShort ? 1 : Math.ceil(packed.length / PIECE_BYTES);
  if (count > MAX_PIECES) return undefined;
  const pieceAt = (index: number) => (isShort ? packed : packed.slice(index * PIECE_BYTES, (index + 1) * PIECE_BYTES));
  return Array.from(
    { length: count },
    (_, index) => `${sender} ${n} ${index} ${count} ${isShort ? 'text' : 'packed'} ${pieceAt(index)}`,
  );
}

/** Puts texts together again. Pieces of one sender come in order; a text of which one is missing is dropped. */
export function createJoiner(take: (text: string) => void): (piece: string) => void {
  const begun = new Map<string, { readonly n: string; readonly parts: string[] }>();
  return (piece) => {
    const [, sender, n, index, count, form, part] = /^(\S+) (\d+) (\d+) (\d+) (text|packed) (.*)$/s.exec(piece) ?? [];
    if (sender === undefined || n === undefined || part === undefined) return;
    if (form === 'text') return take(part);
    const text = Number(index) === 0 ? { n, parts: [] } : begun.get(sender);
    begun.delete(sender);
    if (text?.n !== n || text.parts.length !== Number(index)) return;
    text.parts.push(part);
    if (text.parts.length < Number(count)) return void begun.set(sender, text);
    take(inflateRawSync(Buffer.from(text.parts.join(''), 'base64'), { maxOutputLength: MAX_BYTES }).toString());
  };
}

interface SignalsInOrder {
  sendInOrder(name: string, texts: readonly string[]): void;
  on(name: string, listener: (text: string) => void): () => void;
}

/** Signals of one name whose texts may be longer than the database takes in one notification. They come in the order in which one process has sent them. */
export function openLongSignals(signals: SignalsInOrder, name: string, hear: (text: string) => void) {
  const sender = randomUUID().slice(0, 8);
  let n = 0;
  signals.on(name, createJoiner(hear));
  return {
    /** Returns whether the text was short enough to be sent. */
    send(text: string): boolean {
      n += 1;
      const pieces = piecesOf(text, sender, n);
      if (pieces === undefined) return false;
      signals.sendInOrder(name, pieces);
      return true;
    },
  };
}
