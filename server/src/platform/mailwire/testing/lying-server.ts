import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A mail server's side of a conversation: what it says to a command, and whether that is all. */
export type Answer = (command: string, say: (text: string) => void, socket: Socket) => boolean | Promise<boolean>;

/** The one mail that it has where it does not lie. */
export const ONE_MAIL =
  'From: Paul <paul@werft.example>\r\nTo: anna@nordwerk.example\r\nSubject: nebenan\r\n' +
  'Message-ID: <nebenan@werft.example>\r\nDate: Thu, 19 Nov 2026 08:00:00 +0000\r\n\r\nText von nebenan\r\n';

/** A well-behaved server with one mail, but for what its answer says first. */
export class LyingServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(answer: Answer) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      serve(socket, answer);
    });
  }

  static async start(answer: Answer): Promise<LyingServer> {
    const server = new LyingServer(answer);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function serve(socket: Socket, lie: Answer): void {
  const say = (text: string) => void (socket.writable && socket.write(text, 'latin1'));
  say('* OK [CAPABILITY IMAP4rev1 UIDPLUS] da\r\n');
  let heard = '';
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1');
    for (let end = heard.indexOf('\r\n'); end >= 0; end = heard.indexOf('\r\n')) {
      const line = heard.slice(0, end);
      heard = heard.slice(end + 2);
      void answer(line);
    }
  });
  const answer = async (line: string): Promise<void> => {
    const [tag = '', ...words] = line.split(' ');
    const command = words.join(' ');
    if (await lie(command, say, socket)) return;
    if (command.startsWith('LIST')) say('* LIST () "/" INBOX\r\n');
    if (command.startsWith('STATUS')) say('* STATUS INBOX (MESSAGES 1 UIDNEXT 2 UIDVALIDITY 5)\r\n');
    if (command.startsWith('SELECT')) say('* 1 EXISTS\r\n* OK [UIDVALIDITY 5]\r\n* OK [UIDNEXT 2]\r\n');
    if (command.startsWith('UID SEARCH')) say('* SEARCH 1\r\n');
    if (command.includes('RFC822.SIZE')) say(`* 1 FETCH (UID 1 RFC822.SIZE ${ONE_MAIL.length})\r\n`);
    if (command.includes('BODY.PEEK'))
      say(
        `* 1 FETCH (UID 1 FLAGS () INTERNALDATE "01-Jan-2026 10:00:00 +0000" BODY[] {${ONE_MAIL.length}}\r\n${ONE_MAIL})\r\n`,
      );
    say(`${tag} OK done\r\n`);
  };
}
