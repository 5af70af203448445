import { Parser } from '@stomp/stompjs';

/** A STOMP frame as it was read; of a header that is repeated the first counts. */
export interface Frame {
  readonly command: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A frame that breaks the protocol. */
export class FrameError extends Error {}

const MAX_FRAME_BYTES = 64 * 1024;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', c: ':', '\\': '\\' };

const unescapeValue = (text: string): string =>
  text.replace(/\\(.?)/gs, (_all, letter: string) => {
    const value = ESCAPES[letter];
    if (value === undefined) throw new FrameError('undefined escape');
    return value;
  });

const escapeValue = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll(':', '\\c');

const isPlain = (command: string): boolean => ['CONNECT', 'CONNECTED', 'STOMP'].includes(command);

const [LF, CR] = [10, 13];

/** How many bytes of `bytes` are the line ends that peers send to say that they are there. */
function heartbeats(bytes: Buffer): number {
  let end = 0;
  while (bytes[end] === LF || (bytes[end] === CR && bytes[end + 1] === LF)) end += bytes[end] === LF ? 1 : 2;
  return end;
}

/** Where the frame ends that `bytes` begin with; undefined where more of it is to come. Throws FrameError on what no frame begins with, at once: nobody waits for an answer in vain. */
function endOfFrame(bytes: Buffer): number | undefined {
  let length: string | undefined;
  let isHead = false;
  for (let at = 0; ;) {
    const end = bytes.indexOf(LF, at);
    if (end === -1) {
      if (bytes.includes(0, at)) throw new FrameError('the header does not end');
      return undefined;
    }
    const line = bytes.toString('latin1', at, bytes[end - 1] === CR ? end - 1 : end);
    at = end + 1;
    if (line.includes('\0')) throw new FrameError('the header does not end');
    if (line === '') return endOfBody(bytes, at, length);
    const colon = line.indexOf(':');
    if (isHead && colon < 1) throw new FrameError('a header line without a name');
    if (!isHead && !/^[A-Z]{1,20}$/.test(line)) throw new FrameError('unknown command');
    if (isHead && line.slice(0, colon) === 'content-length') length ??= line.slice(colon + 1);
    isHead = true;
  }
}

function endOfBody(bytes: Buffer, start: number, length: string | undefined): number | undefined {
  if (length === undefined) {
    const end = bytes.indexOf(0, start);
    return end === -1 ? undefined : end + 1;
  }
  if (!/^\d{1,15}$/.test(length)) throw new FrameError('content-length is no number of bytes');
  if (Number(length) > MAX_FRAME_BYTES) throw new FrameError('frame too large');
  const end = start + Number(length);
  if (end >= bytes.length) return undefined;
  if (bytes[end] !== 0) throw new FrameError('the frame is longer than it says');
  return end + 1;
}

/**
 * Makes a reader that is fed bytes in whatever pieces they come. It throws FrameError on what is no frame, on an escape that is none and on a
 * frame over 64 kB; what `onFrame` throws comes out of it too.
 */
export function frameReader(onFrame: (frame: Frame) => void, onHeartbeat: () => void): (chunk: Uint8Array) => void {
  let pending = Buffer.alloc(0);
  let failure: unknown;
  const parser = new Parser((raw) => {
    // The parser swallows what its callback throws.
    try {
      const command = String(raw.command);
      const unescape = isPlain(command) ? (text: string) => text : unescapeValue;
      const headers: Record<string, string> = Object.create(null);
      for (const [key, value] of raw.headers as [string, string][]) headers[unescape(key)] ??= unescape(value);
      onFrame({ command, headers, body: raw.binaryBody ?? new Uint8Array() });
    } catch (error) {
      failure ??= error;
    }
  }, onHeartbeat);
  // A copy: the buffer under a Buffer holds its neighbours too.
  const parse = (end: number): void => {
    parser.parseChunk(new Uint8Array(pending.subarray(0, end)).buffer);
    pending = pending.subarray(end);
    if (failure !== undefined) throw failure;
  };
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (let end: number | undefined = 0; end !== undefined;) {
      const alive = heartbeats(pending);
      if (alive > 0) parse(alive);
      end = endOfFrame(pending);
      if (end !== undefined && end <= MAX_FRAME_BYTES) parse(end);
      else if (pending.length > MAX_FRAME_BYTES) throw new FrameError('frame too large');
    }
  };
}

/** Bytes of a frame to send. */
export function formatFrame(command: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const escape = isPlain(command) ? (text: string) => text : escapeValue;
  const lines = Object.entries(headers).map(([key, value]) => `${escape(key)}:${escape(value)}\n`);
  const length = body === '' ? '' : `content-length:${Buffer.byteLength(body)}\n`;
  return `${command}\n${lines.join('')}${length}\n${body}\0`;
}
