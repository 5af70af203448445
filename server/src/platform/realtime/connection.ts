import { HEARTBEAT_MS } from '@kontor/contract/kernel';
import type { WebSocket } from 'ws';
import { FrameError, formatFrame, frameReader, type Frame } from './frames.ts';
import type { Ticket } from './tickets.ts';

const VERSIONS = ['1.2', '1.1', '1.0'];
/** A receiver that does not keep up is closed and reloads, rather than kept in memory. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
const CONNECT_WITHIN_MS = 15_000;
const MAX_SUBSCRIPTIONS = 50;
/** A peer is given up when it was silent for this many of its own heart-beats. */
const SILENCE_FACTOR = 3;
const BODY_ALLOWED = new Set(['SEND']);

/** Timers know no longer time: they would run at once. */
const MAX_BEAT_MS = 600_000;

/** How often a heart beats by what a peer says of it; 0 for one that does not. */
function everyOf(said: string | undefined): number {
  const every = Number(said);
  return every > 0 ? Math.min(Math.max(every, HEARTBEAT_MS), MAX_BEAT_MS) : 0;
}

export interface ConnectionDoors {
  /** What a password stands for, and the instance's name that `host` must be. */
  take(password: string): Promise<{ readonly ticket: Ticket; readonly vhost: string } | undefined>;
  /** Called once the person is known and before CONNECTED is sent. */
  opened(connection: StompConnection): Promise<void>;
  closed(connection: StompConnection): void;
  /** The connection wants to hear a destination from now on, or no more. */
  subscribed(connection: StompConnection, destination: string): void;
  unsubscribed(connection: StompConnection, destination: string): void;
}

/** One device's end of the real-time channel: STOMP 1.2 over a web socket, receiving only. */
export class StompConnection {
  readonly #socket: WebSocket;
  readonly #doors: ConnectionDoors;
  readonly #subscriptions = new Map<string, string>();
  readonly #timers: NodeJS.Timeout[] = [];
  #ticket: Ticket | undefined;
  #state: 'new' | 'connecting' | 'connected' | 'closed' = 'new';
  #heardAt = Date.now();
  #messages = 0;

  constructor(socket: WebSocket, doors: ConnectionDoors) {
    this.#socket = socket;
    this.#doors = doors;
    const read = frameReader(
      (frame) => this.#onFrame(frame),
      () => {},
    );
    socket.on('message', (data: Buffer) => {
      this.#heardAt = Date.now();
      if (this.#state === 'closed') return;
      try {
        read(data);
      } catch (error) {
        this.fail(error instanceof FrameError ? error.message : 'protocol error');
      }
    });
    socket.on('error', () => this.#end());
    socket.on('close', () => this.#end());
    this.#timers.push(
      setTimeout(() => this.#state !== 'connected' && this.fail('not connected in time'), CONNECT_WITHIN_MS),
    );
  }

  get ticket(): Ticket | undefined {
    return this.#ticket;
  }

  /** Sends a message to every subscription of its topic. */
  deliver(topic: string, body: string): void {
    for (const [id, destination] of this.#subscriptions) {
      if (destination !== `/topic/${topic}`) continue;
      this.#messages += 1;
      this.#send(
        formatFrame(
          'MESSAGE',
          { subscription: id, 'message-id': String(this.#messages), destination, 'content-type': 'application/json' },
          body,
        ),
      );
    }
  }

  /** Tells the peer why, and closes. */
  fail(message: string, headers: Readonly<Record<string, string>> = {}): void {
    if (this.#state === 'closed') return;
    this.#send(formatFrame('ERROR', { message, ...headers }));
    this.close();
  }

  close(): void {
    this.#end();
    this.#socket.close(1000);
  }

  #end(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    for (const timer of this.#timers) clearInterval(timer);
    for (const destination of this.#subscriptions.values()) this.#doors.unsubscribed(this, destination);
    this.#doors.closed(this);
  }

  /** Asked anew after every wait. */
  #isClosed(): boolean {
    return this.#state === 'closed';
  }

  #send(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_BUFFERED_BYTES) this.#socket.terminate();
    else this.#socket.send(text);
  }

  #onFrame(frame: Frame): void {
    const { command, headers, body } = frame;
    if (body.byteLength > 0 && !BODY_ALLOWED.has(command)) throw new FrameError('body not allowed');
    if (command === 'CONNECT' || command === 'STOMP') {
      if (this.#state !== 'new') throw new FrameError('already connected');
      this.#state = 'connecting';
      this.#connect(headers).catch(() => this.fail('the server cannot answer'));
      return;
    }
    if (this.#state !== 'connected') {
      if (command === 'DISCONNECT') return this.#disconnect(headers);
      throw new FrameError('not connected');
    }
    switch (command) {
      case 'SUBSCRIBE':
        this.#subscribe(headers);
        break;
      case 'UNSUBSCRIBE':
        if (headers['id'] === undefined) throw new FrameError('missing id');
        this.#unsubscribe(headers['id']);
        break;
      case 'ACK':
      case 'NACK':
        break;
      case 'DISCONNECT':
        return this.#disconnect(headers);
      case 'SEND':
        throw new FrameError('clients never send: what a client has to say is a command');
      default:
        throw new FrameError(`unknown command`);
    }
    this.#receipt(headers);
  }

  async #connect(headers: Frame['headers']): Promise<void> {
    const offered = (headers['accept-version'] ?? '1.0').split(',').map((version) => version.trim());
    const version = VERSIONS.find((candidate) => offered.includes(candidate));
    if (version === undefined) return this.fail('no common version', { version: VERSIONS.join(',') });
    const found = await this.#doors.take(headers['passcode'] ?? '');
    if (found === undefined || String(found.ticket.userId) !== headers['login']) return this.fail('access refused');
    if (headers['host'] !== undefined && headers['host'] !== found.vhost) return this.fail('access refused');
    if (this.#isClosed()) return;
    this.#ticket = found.ticket;
    await this.#doors.opened(this);
    if (this.#isClosed()) return;
    this.#state = 'connected';
    const [theirs, ours] = (headers['heart-beat'] ?? '').split(',');
    this.#send(
      formatFrame('CONNECTED', { version, 'heart-beat': `${HEARTBEAT_MS},${HEARTBEAT_MS}`, server: 'kontor' }),
    );
    this.#beat(everyOf(theirs), everyOf(ours));
  }

  #beat(expectEvery: number, sendEvery: number): void {
    if (sendEvery > 0) this.#timers.push(setInterval(() => this.#send('\n'), sendEvery));
    if (expectEvery === 0) return;
    const check = () => {
      if (Date.now() - this.#heardAt > expectEvery * SILENCE_FACTOR) this.#socket.terminate();
    };
    this.#timers.push(setInterval(check, expectEvery));
  }

  #subscribe(headers: Frame['headers']): void {
    const { id, destination } = headers;
    if (id === undefined) throw new FrameError('missing id');
    if (destination === undefined) throw new FrameError('missing destination');
    if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS) throw new FrameError('too many subscriptions');
    if (!this.#mayHear(destination)) throw new FrameError('access refused');
    this.#unsubscribe(id);
    this.#subscriptions.set(id, destination);
    this.#doors.subscribed(this, destination);
  }

  #unsubscribe(id: string): void {
    const destination = this.#subscriptions.get(id);
    this.#subscriptions.delete(id);
    const stillHeard = destination === undefined || [...this.#subscriptions.values()].includes(destination);
    if (!stillHeard) this.#doors.unsubscribed(this, destination);
  }

  #mayHear(destination: string): boolean {
    const ticket = this.#ticket;
    if (ticket === undefined) return false;
    if (destination === `/topic/user.${ticket.userId}`) return true;
    if (destination === `/topic/personal.${ticket.sessionId}`) return true;
    return /^\/topic\/event\.[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)*$/.test(destination);
  }

  #receipt(headers: Frame['headers']): void {
    const { receipt } = headers;
    if (receipt !== undefined) this.#send(formatFrame('RECEIPT', { 'receipt-id': receipt }));
  }

  #disconnect(headers: Frame['headers']): void {
    this.#receipt(headers);
    this.close();
  }
}
