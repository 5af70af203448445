import type { KontorEvent } from '@kontor/contract/kernel';
import type { PongConfiguration } from '@kontor/contract/account';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { formatFrame, frameReader, type Frame } from '../platform/realtime/frames.ts';
import type { TestClient } from './client.ts';

/** How long what has to come is waited for: a machine with much else to do takes its time. */
const PATIENCE_MS = 60_000;

/** A bare STOMP peer: sends what it is told to, keeps what it hears. */
export class StompPeer {
  readonly frames: Frame[] = [];
  heartbeats = 0;
  closed = false;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    const read = frameReader(
      (frame) => this.frames.push(frame),
      () => (this.heartbeats += 1),
    );
    socket.on('message', (data: Buffer) => read(data));
    socket.on('close', () => (this.closed = true));
    socket.on('error', () => (this.closed = true));
  }

  static async open(base: string, headers: Record<string, string> = {}): Promise<StompPeer> {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/ws`, ['v12.stomp'], { headers });
    const peer = new StompPeer(socket);
    await once(socket, 'open');
    return peer;
  }

  /** Opens a connection where the server has told a client to. */
  static at({ pongHost, port }: PongConfiguration): Promise<StompPeer> {
    return StompPeer.open(`http://${pongHost}:${port}`);
  }

  /** Opens a connection as the person of a client and subscribes to their own topic. */
  static async as(client: TestClient, destinations?: readonly string[]): Promise<StompPeer> {
    const pong = await pongOf(client);
    const peer = await StompPeer.at(pong);
    peer.connect(pong, { 'heart-beat': '5000,5000' });
    await peer.next('CONNECTED');
    for (const [index, destination] of (destinations ?? [`/topic/user.${pong.username}`]).entries()) {
      peer.send('SUBSCRIBE', { id: String(index), destination, receipt: `r${index}` });
      await peer.next('RECEIPT');
    }
    return peer;
  }

  /** Says who it is by what the server has told the person's client; `more` stands in the place of it. */
  connect(pong: PongConfiguration, more: Record<string, string> = {}): void {
    const { vhost = '', username = '', password = '' } = pong;
    this.send('CONNECT', { 'accept-version': '1.2', host: vhost, login: username, passcode: password, ...more });
  }

  send(command: string, headers: Record<string, string>, body = ''): void {
    this.#socket.send(formatFrame(command, headers, body));
  }

  raw(bytes: Buffer): void {
    this.#socket.send(bytes);
  }

  /** Takes the next frame of a command out of what was heard. */
  async next(command: string, withinMs = PATIENCE_MS): Promise<Frame> {
    const until = Date.now() + withinMs;
    for (;;) {
      const index = this.frames.findIndex((frame) => frame.command === command);
      const [frame] = index < 0 ? [] : this.frames.splice(index, 1);
      if (frame !== undefined) return frame;
      if (Date.now() > until) throw new Error(`No ${command} came; heard ${JSON.stringify(this.frames.map(describe))}`);
      await sleep(5);
    }
  }

  /** Waits until what was asked for is refused: with an ERROR, or by the end of the connection, of which a broker mostly gives no reason. */
  async refused(withinMs = PATIENCE_MS): Promise<void> {
    const isRefused = () => this.closed || this.frames.some(({ command }) => command === 'ERROR');
    for (const until = Date.now() + withinMs; !isRefused(); await sleep(5))
      if (Date.now() > until)
        throw new Error(`Nothing was refused; heard ${JSON.stringify(this.frames.map(describe))}`);
  }

  /**
   * The next event. That somebody has signed in, as this peer before it listened, comes when the outbox gets to it: it counts only where
   * it is asked for, by `ofSessions`.
   */
  async event({ withinMs = PATIENCE_MS, ofSessions = false } = {}): Promise<KontorEvent> {
    for (;;) {
      const frame = await this.next('MESSAGE', withinMs);
      const event = JSON.parse(Buffer.from(frame.body).toString()) as KontorEvent;
      const { keys } = event.payload as { readonly keys?: readonly string[] };
      if (ofSessions || event.type !== 'session.changed' || keys?.join() !== 'sessions') return event;
    }
  }

  close(): void {
    this.#socket.close();
  }
}

const describe = (frame: Frame) => [frame.command, frame.headers['message']];

export const pongOf = async (client: TestClient): Promise<PongConfiguration> =>
  (
    await client.send<PongConfiguration>('/workspace/index/get-pong-configuration/format/json', {
      headers: client.headers(),
    })
  ).body;
