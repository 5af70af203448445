import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Where in a session the peer does something odd. `body`: in the middle of a mail; `end`: after its last line. */
export type PeerStep = 'connect' | 'ehlo' | 'rset' | 'mail' | 'rcpt' | 'data' | 'body' | 'end';

/** What it does there: hangs up, says nothing more, or says this and goes on, or hangs up after it. */
export type PeerAct = 'drop' | 'stall' | { readonly say: string; readonly drop?: boolean };

export interface PeerScript {
  readonly at?: PeerStep;
  readonly act?: PeerAct;
  /** Only so often; then it behaves. */
  readonly times?: number;
  /** Refuses these receivers with such a reply. */
  readonly refuses?: Readonly<Record<string, string>>;
  readonly extensions?: readonly string[];
  /** Called at each step, before it answers. */
  readonly onStep?: (step: PeerStep, peer: ScriptedPeer) => void | Promise<void>;
}

/** A mail that the peer has taken, or whose last line it has heard. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

const OK: Readonly<Record<PeerStep, string>> = {
  connect: '220 peer.example ready',
  ehlo: '250 peer.example',
  rset: '250 2.0.0 Ok',
  mail: '250 2.1.0 Ok',
  rcpt: '250 2.1.5 Ok',
  data: '354 Go on',
  body: '',
  end: '250 2.0.0 Taken as 4711',
};

/** A mail server that lies, stalls and breaks as a test wants it, and counts what it was given to the end. */
export class ScriptedPeer {
  readonly taken: TakenMail[] = [];
  /** Commands as they came. */
  readonly heard: string[] = [];
  connections = 0;
  script: PeerScript;
  #done = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(script: PeerScript) {
    this.script = script;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async start(script: PeerScript = {}): Promise<ScriptedPeer> {
    const peer = new ScriptedPeer(script);
    peer.#server.listen(0, '127.0.0.1');
    await once(peer.#server, 'listening');
    return peer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** From now on it behaves so. */
  become(script: PeerScript): void {
    this.script = script;
    this.#done = 0;
  }

  /** Hangs up on all. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.hangUp();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    const session = { from: '', to: [] as string[], body: '', inBody: false, isStalled: false, sawBody: false };
    let rest = '';
    let work = Promise.resolve();
    const answer = async (step: PeerStep, defaultValue: string = OK[step]): Promise<void> => {
      await this.script.onStep?.(step, this);
      const { at, act, times = Infinity } = this.script;
      if (session.isStalled || socket.destroyed) return;
      if (at !== step || act === undefined || this.#done >= times) {
        if (defaultValue !== '') socket.write(`${defaultValue}\r\n`);
        return;
      }
      this.#done += 1;
      if (act === 'drop') socket.destroy();
      else if (act === 'stall') session.isStalled = true;
      else {
        socket.write(act.say);
        if (act.drop === true) socket.end();
      }
    };
    const line = async (text: string): Promise<void> => {
      const verb = text.slice(0, 4).toUpperCase();
      this.heard.push(text);
      if (verb === 'EHLO')
        return answer(
          'ehlo',
          [
            '250-peer.example',
            ...(this.script.extensions ?? ['PIPELINING', 'DSN', '8BITMIME']).map((name) => `250-${name}`),
            '250 SIZE 50000000',
          ].join('\r\n'),
        );
      if (verb === 'MAIL') {
        session.from = /<([^>]*)>/.exec(text)?.[1] ?? '';
        session.to = [];
        return answer('mail');
      }
      if (verb === 'RCPT') {
        const to = /<([^>]*)>/.exec(text)?.[1] ?? '';
        const refusal = this.script.refuses?.[to];
        if (refusal === undefined) session.to.push(to);
        return answer('rcpt', refusal ?? OK.rcpt);
      }
      if (verb === 'DATA') {
        if (session.to.length === 0) return void socket.write('554 No valid recipients\r\n');
        session.inBody = true;
        session.sawBody = false;
        session.body = '';
        return answer('data');
      }
      if (verb === 'RSET') return answer('rset');
      if (verb === 'QUIT') return void socket.end('221 Bye\r\n');
      socket.write('250 Ok\r\n');
    };
    const take = async (chunk: string): Promise<void> => {
      rest += chunk;
      for (;;) {
        if (session.inBody) {
          const end = rest.indexOf('\r\n.\r\n');
          if (!session.sawBody && rest.length > 0) {
            session.sawBody = true;
            await answer('body');
          }
          if (end < 0) return;
          const raw = rest.slice(0, end + 2).replace(/\r\n\.\./g, '\r\n.');
          rest = rest.slice(end + 5);
          session.inBody = false;
          // Whoever has heard the last line may deliver, whatever it says or does not say after it.
          this.taken.push({ from: session.from, to: [...session.to], raw });
          await answer('end');
        } else {
          const end = rest.indexOf('\r\n');
          if (end < 0) return;
          const text = rest.slice(0, end);
          rest = rest.slice(end + 2);
          await line(text);
        }
      }
    };
    socket.on('data', (chunk: Buffer) => {
      work = work.then(() => take(chunk.toString('latin1')));
    });
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    work = work.then(() => answer('connect'));
  }
}
