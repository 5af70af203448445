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

/**
 * Makes a reader that is fed bytes in whatever pieces they come. It throws FrameError on an escape that is none and on a frame over
 * 64 kB; what `onFrame` throws comes out of it too.
 */
export function frameReader(onFrame: (frame: Frame) => void, onHeartbeat: () => void): (chunk: Uint8Array) => void {
  let pending = 0;
  let failure: unknown;
  const parser = new Parser((raw) => {
    pending = 0;
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
  return (chunk) => {
    pending += chunk.byteLength;
    if (pending > MAX_FRAME_BYTES && chunk.byteLength > MAX_FRAME_BYTES) throw new FrameError('frame too large');
    const before = pending;
    // A copy: the buffer under a Buffer holds its neighbours too.
    parser.parseChunk(new Uint8Array(chunk).buffer);
    if (failure !== undefined) throw failure;
    if (pending === before && pending > MAX_FRAME_BYTES) throw new FrameError('frame too large');
  };
}

/** Bytes of a frame to send. */
export function formatFrame(command: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const escape = isPlain(command) ? (text: string) => text : escapeValue;
  const lines = Object.entries(headers).map(([key, value]) => `${escape(key)}:${escape(value)}\n`);
  const length = body === '' ? '' : `content-length:${Buffer.byteLength(body)}\n`;
  return `${command}\n${lines.join('')}${length}\n${body}\0`;
}
