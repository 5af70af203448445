// The library's parser has no other way to be completed than by what it keeps to itself; its types name all of it.
/* oxlint-disable no-underscore-dangle */
import { SMTPStream, type SMTPStreamOptions } from 'smtp-server/lib/smtp-stream.js';

const CR = 13;
const LF = 10;
const DOT_LINE = Buffer.from('\r\n.');
const LINE_END = Buffer.from('\r\n');

type Next = (error?: Error | null) => void;

/** What else a parser tells of. */
interface ParserEvents {
  /** Far more data comes than may. */
  readonly onFlood: () => void;
  /** A command ends with LF alone; nothing after it is read as a command. */
  readonly onBareLineFeed: () => void;
}

/**
 * The library's parser with another way through the data of a mail. The library takes the dot also after a bare LF for one
 * that the peer doubled, so that bytes would be lost; and it takes a turn of the event loop for each. Here a line ends with
 * CRLF alone (RFC 5321, 4.5.2), the data with CRLF.CRLF alone, and one pass takes a piece. A command that ends with LF alone is
 * none: two servers that disagree about where a line ends can be made to disagree about where a mail does.
 */
export class DataParser extends SMTPStream {
  /** Bytes at the end of the last piece that may be the beginning of an end; of those `#made` were never sent. */
  #held: Buffer = Buffer.alloc(0);
  #made = 0;
  readonly #events: ParserEvents;

  constructor(options: SMTPStreamOptions, events: ParserEvents) {
    super(options);
    this.#events = events;
  }

  // One line at a time, since only a line that is a command must end with CRLF.
  override _write(chunk: Buffer, encoding: BufferEncoding, next: Next): void {
    const end = this._dataMode || this.isClosed ? -1 : chunk.indexOf(LF);
    if (end === -1) return super._write(chunk, encoding, next);
    const before = end > 0 ? chunk[end - 1] : this._remainder.charCodeAt(this._remainder.length - 1);
    if (before !== CR) {
      this.#events.onBareLineFeed();
      return next();
    }
    const rest = chunk.subarray(end + 1);
    super._write(chunk.subarray(0, end + 1), encoding, (error) => {
      if (error || rest.length === 0) next(error);
      // A turn of the event loop for each command, so that nobody's thousand hold up the others.
      else setImmediate(() => this._write(rest, encoding, next));
    });
  }

  override startDataMode(maxBytes?: number): ReturnType<SMTPStream['startDataMode']> {
    // The data begins at the beginning of a line.
    this.#held = LINE_END;
    this.#made = LINE_END.length;
    return super.startDataMode(maxBytes);
  }

  override _feedDataStream(chunk: Buffer, done: Next): void {
    const stream = this._dataStream;
    if (stream === null) return done();
    const bytes = Buffer.concat([this.#held, chunk]);
    const pieces: Buffer[] = [];
    let from = this.#made;
    const keep = (to: number): void => {
      if (to > from) pieces.push(bytes.subarray(from, to));
    };
    let at = bytes.indexOf(DOT_LINE);
    for (; at !== -1; at = bytes.indexOf(DOT_LINE, from)) {
      const next = bytes[at + 3];
      if (next === undefined || (next === CR && bytes[at + 4] === undefined)) break;
      keep(at + 2);
      from = at + 3;
      if (next === CR && bytes[at + 4] === LF) {
        const last = Buffer.concat(pieces);
        this._countDataBytes(last.length);
        return this._endDataMode(last, bytes.subarray(at + 5), done);
      }
    }
    const rest = at === -1 ? bytes.length - endingOf(bytes) : at;
    keep(rest);
    this.#held = Buffer.from(bytes.subarray(rest));
    this.#made = Math.max(0, from - rest);
    const whole = Buffer.concat(pieces);
    this._countDataBytes(whole.length);
    if (this.dataBytes > 2 * this._maxBytes + 65_536) this.#events.onFlood();
    // What is too large is read to its end and thrown away, so that the peer hears why.
    if (whole.length === 0 || stream.sizeExceeded || !stream.writable || stream.write(whole)) return done();
    const go = (): void => {
      stream.off('drain', go);
      stream.off('close', go);
      done();
    };
    stream.once('drain', go);
    stream.once('close', go);
  }
}

/** How many bytes at the end may belong to a line end before a dot. */
function endingOf(bytes: Buffer): number {
  const last = bytes.at(-1);
  if (last === CR) return 1;
  return last === LF && bytes.at(-2) === CR ? 2 : 0;
}
