// The library's connection has no other way to be completed than by what it keeps to itself; its types name all of it.
/* oxlint-disable no-underscore-dangle */
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { DataParser } from './data-parser.ts';
import type { Limits } from './limits.ts';

const OWN_CODE = /^[245]\.\d{1,3}\.\d{1,3} /;

/** The library's server with connections that have deadlines, and end those who talk before they are greeted. */
export class ReceivingServer extends SMTPServer {
  readonly limits: Limits;
  readonly #watch: NodeJS.Timeout;

  constructor(options: SMTPServerOptions, limits: Limits) {
    super(options);
    this.limits = limits;
    const every = Math.min(1000, limits.commandMs / 4, limits.dataMs / 4, limits.pieceMs / 4);
    this.#watch = setInterval(() => {
      for (const connection of this.connections) (connection as ReceivingConnection).checkDeadlines(Date.now());
    }, every);
    this.#watch.unref();
    this.server.on('close', () => clearInterval(this.#watch));
  }

  override connect(socket: SMTPConnection['_socket'], options?: { id?: string } | null): void {
    const connection = new ReceivingConnection(this, socket, options);
    this.connections.add(connection);
    connection.on('error', (error) => this._onError(error));
    connection.on('connect', (data) => this._onClientConnect(data));
    connection.init();
  }

  /** Connections from an address, this one among them. */
  countFrom(address: string): number {
    return [...this.connections].filter((connection) => connection.remoteAddress === address).length;
  }
}

/** One peer. */
class ReceivingConnection extends SMTPConnection {
  readonly #limits: Limits;
  readonly #beganAt = Date.now();
  #commandAt = Date.now();
  #dataAt = 0;
  #bytesRead = 0;
  #pieceAt = 0;
  #idleCommands = 0;

  constructor(server: ReceivingServer, ...rest: [SMTPConnection['_socket'], { id?: string } | null | undefined]) {
    super(server, ...rest);
    this.#limits = server.limits;
  }

  /** Ends a session whose peer lets us wait for longer than it may. */
  checkDeadlines(now: number): void {
    const limits = this.#limits;
    if (this._parser !== false && this._parser._dataMode) {
      if (this._socket.bytesRead !== this.#bytesRead) this.#pieceAt = now;
      this.#bytesRead = this._socket.bytesRead;
      if (now - this.#dataAt > limits.dataMs) this.#end('4.4.2 The mail took too long');
      else if (now - this.#pieceAt > limits.pieceMs) this.#end('4.4.2 The rest of the mail never came');
      return;
    }
    // It is we who are waited for.
    if (this.isBusy) return void (this.#commandAt = now);
    if (this._server._closeTimeout !== false) this.#end('4.3.2 The server stops');
    else if (now - this.#commandAt > limits.commandMs) this.#end('4.4.2 Timeout');
    else if (now - this.#beganAt > limits.sessionMs) this.#end('4.7.0 This session has lasted long enough');
  }

  /** Whether a command is under way, or a mail that was sent and not answered yet. */
  get isBusy(): boolean {
    return this._handlerPending || Boolean(this._dataStream);
  }

  cutOff(): void {
    this._socket.destroy();
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    // Our own answers bring the enhanced code that fits; the library would put one of its table before it.
    super.send(code, data, typeof data === 'string' && OWN_CODE.test(data) ? false : context);
  }

  // The library calls this while it constructs itself: nothing of this class is there yet.
  override _createParser(): DataParser {
    const parser = new DataParser({ maxCommandLength: this._server.options.maxCommandLength }, () => {
      this.send(552, `5.3.4 The mail is larger than ${this._server.options.size} bytes`);
      this.close();
    });
    parser.oncommand = (command, callback) => this._onCommand(command, callback);
    parser.on('error', (error) => this.send(421, `4.5.2 ${error.message}`));
    return parser;
  }

  override _sendGreeting(): void {
    if (this._socket.bytesRead > 0) return this.#refuseEarlyTalker();
    super._sendGreeting();
  }

  override _onCommand(command: Buffer, callback?: () => void): void {
    this.#commandAt = Date.now();
    if (!this._ready) return this.#refuseEarlyTalker();
    this.#idleCommands += 1;
    if (this.#idleCommands > this.#limits.idleCommands) return this.#end('4.7.0 Too many commands without a mail');
    super._onCommand(command, callback);
  }

  override handler_DATA(command: Buffer, callback: () => void): void {
    this.#dataAt = this.#pieceAt = Date.now();
    this.#idleCommands = 0;
    super.handler_DATA(command, callback);
  }

  #refuseEarlyTalker(): void {
    this.send(554, '5.5.1 You talk before you are greeted');
    this.close();
  }

  #end(reason: string): void {
    this.send(421, reason);
  }
}

export type { ReceivingConnection };
