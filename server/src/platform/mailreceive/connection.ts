// The library's connection has no other way to be completed than by what it keeps to itself; its types name all of it.
/* oxlint-disable no-underscore-dangle */
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { DataParser } from './data-parser.ts';
import type { Limits } from './limits.ts';
import { networkOf } from './network.ts';
import { firstToGo } from './first-to-go.ts';
import { Pace } from './pace.ts';

const OWN_CODE = /^[245]\.\d{1,3}\.\d{1,3} /;

/** Parameters of MAIL and RCPT that are offered (RFC 5321, 4.1.1.11: others get 555). */
const MAIL_PARAMETERS: ReadonlySet<string> = new Set(['SIZE', 'BODY', 'SMTPUTF8']);
const RCPT_PARAMETERS: ReadonlySet<string> = new Set();

type ParsedAddress = ReturnType<SMTPConnection['_parseAddressCommand']>;

const hasUnknown = (parsed: ParsedAddress, known: ReadonlySet<string>): boolean =>
  parsed !== false && Object.keys(parsed.args || {}).some((name) => !known.has(name));

/** The library's server with connections that have deadlines, and end those who talk before they are greeted. */
export class ReceivingServer extends SMTPServer {
  readonly limits: Limits;
  readonly #watch: NodeJS.Timeout;
  /** Connections that were ended by us and whose peers have not gone yet, oldest first. */
  readonly #leaving = new Set<ReceivingConnection>();

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
    this.#makeRoom();
    const connection = new ReceivingConnection(this, socket, options);
    this.connections.add(connection);
    connection.on('error', (error) => this._onError(error));
    connection.on('connect', (data) => this._onClientConnect(data));
    connection.init();
  }

  /** Connections from the network of an address, this one among them. */
  countFromNetworkOf(address: string): number {
    const network = networkOf(address);
    return [...this.connections].filter(({ remoteAddress }) => networkOf(remoteAddress) === network).length;
  }

  /** Whoever never goes after our goodbye takes no place of those who come. */
  leaves(connection: ReceivingConnection): void {
    this.#leaving.add(connection);
    const [oldest] = this.#leaving;
    if (oldest === undefined || this.#leaving.size <= this.limits.connections) return;
    this.hasGone(oldest);
    oldest.cutOff();
  }

  hasGone(connection: ReceivingConnection): void {
    this.#leaving.delete(connection);
  }

  #makeRoom(): void {
    if (this.connections.size < this.limits.connections) return;
    const connections = [...(this.connections as Set<ReceivingConnection>)];
    firstToGo(connections)?.end('4.3.2 Others need the place of a silent connection');
  }
}

/** One peer. */
class ReceivingConnection extends SMTPConnection {
  readonly #limits: Limits;
  readonly #pace: Pace;
  readonly #beganAt = Date.now();
  #commandAt = Date.now();
  #dataAt = 0;
  #bytesRead = 0;
  #pieceAt = 0;
  #idleCommands = 0;

  constructor(server: ReceivingServer, ...rest: [SMTPConnection['_socket'], { id?: string } | null | undefined]) {
    super(server, ...rest);
    this.#limits = server.limits;
    this.#pace = new Pace(server.limits.stallBytes, server.limits.stallMs);
  }

  /** Ends a session whose peer lets us wait for longer than it may. */
  checkDeadlines(now: number): void {
    const limits = this.#limits;
    if (this._parser !== false && this._parser._dataMode) {
      if (this._socket.bytesRead !== this.#bytesRead) this.#pieceAt = now;
      this.#bytesRead = this._socket.bytesRead;
      this.#pace.note(this.#bytesRead, now);
      if (now - this.#dataAt > limits.dataMs) this.end('4.4.2 The mail took too long');
      else if (now - this.#pieceAt > limits.pieceMs) this.end('4.4.2 The rest of the mail never came');
      return;
    }
    // It is we who are waited for.
    if (this.isBusy) return void (this.#commandAt = now);
    if (this._server._closeTimeout !== false) this.end('4.3.2 The server stops');
    else if (now - this.#commandAt > limits.commandMs) this.end('4.4.2 Timeout');
    else if (now - this.#beganAt > limits.sessionMs) this.end('4.7.0 This session has lasted long enough');
  }

  /** Whether a command is under way, or a mail that was sent and not answered yet. */
  get isBusy(): boolean {
    return this._handlerPending || Boolean(this._dataStream);
  }

  /**
   * Whether a mail is being sent or answered: it is nobody's fault that others wait. Whoever begins one and says no more, or next to
   * nothing, is silent.
   */
  get isAtWork(): boolean {
    if (this._parser === false || !this._parser._dataMode) return this.isBusy;
    return this.#pace.isKept(this._socket.bytesRead, Date.now());
  }

  get network(): string {
    return networkOf(this.remoteAddress);
  }

  /** Since when nothing, or next to nothing, was heard of it, in milliseconds since 1970. */
  get silentSince(): number {
    return Math.max(this.#commandAt, this.#pace.since);
  }

  cutOff(): void {
    this._socket.destroy();
  }

  override close(): void {
    super.close();
    if (!this._closed) (this._server as ReceivingServer).leaves(this);
  }

  // Of an encrypted connection too, for which the library takes all listeners off the socket below.
  override _onClose(): void {
    super._onClose();
    (this._server as ReceivingServer).hasGone(this);
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    // Our own answers bring the enhanced code that fits; the library would put one of its table before it.
    super.send(code, data, typeof data === 'string' && OWN_CODE.test(data) ? false : context);
  }

  // The library calls this while it constructs itself: nothing of this class is there yet.
  override _createParser(): DataParser {
    const endWith = (code: number, text: string) => (): void => {
      this.send(code, text);
      this.close();
    };
    const parser = new DataParser(
      { maxCommandLength: this._server.options.maxCommandLength },
      {
        onFlood: endWith(552, `5.3.4 The mail is larger than ${this._server.options.size} bytes`),
        onBareLineFeed: endWith(500, '5.5.2 A command ends with CRLF'),
      },
    );
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
    if (this.#idleCommands > this.#limits.idleCommands) return this.end('4.7.0 Too many commands without a mail');
    super._onCommand(command, callback);
  }

  override handler_MAIL(command: Buffer, callback: () => void): void {
    if (this.#refusesParameters('mail from', command, MAIL_PARAMETERS)) callback();
    else super.handler_MAIL(command, callback);
  }

  override handler_RCPT(command: Buffer, callback: () => void): void {
    if (this.#refusesParameters('rcpt to', command, RCPT_PARAMETERS)) callback();
    else super.handler_RCPT(command, callback);
  }

  override handler_DATA(command: Buffer, callback: () => void): void {
    this.#dataAt = this.#pieceAt = Date.now();
    this.#pace.begin(this._socket.bytesRead, this.#dataAt);
    this.#idleCommands = 0;
    super.handler_DATA(command, callback);
  }

  #refusesParameters(name: string, command: Buffer, known: ReadonlySet<string>): boolean {
    if (!hasUnknown(this._parseAddressCommand(name, command), known)) return false;
    this.send(555, '5.5.4 A parameter of the command is not known here');
    return true;
  }

  #refuseEarlyTalker(): void {
    this.send(554, '5.5.1 You talk before you are greeted');
    this.close();
  }

  /** Says why, and ends the session. */
  end(reason: string): void {
    this.send(421, reason);
  }
}

export type { ReceivingConnection };
