import { createSocket } from 'node:dgram';

const TYPES: Readonly<Record<number, string>> = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA' };

/** A name server of a test: it knows these TXT records and nothing else, and notes what it was asked. */
export async function startDns(records: Map<string, string>): Promise<{
  readonly address: string;
  readonly questions: string[];
  /** Says nothing any more, or again. */
  silence(on: boolean): void;
  close(): Promise<void>;
}> {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  let isSilent = false;
  socket.on('message', (query, { address, port }) => {
    let at = 12;
    const labels: string[] = [];
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const type = TYPES[query.readUInt16BE(at + 1)] ?? '?';
    const name = labels.join('.').toLowerCase();
    questions.push(`${type} ${name}`);
    if (isSilent) return;
    const text = type === 'TXT' ? records.get(name) : undefined;
    const question = query.subarray(12, at + 5);
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(text === undefined ? 0 : 1, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, question, ...(text === undefined ? [] : [answerOf(text)])]), port, address);
  });
  await new Promise<void>((ready) => {
    socket.bind(0, '127.0.0.1', ready);
  });
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    silence: (on) => void (isSilent = on),
    close: () => new Promise((done) => void socket.close(() => done())),
  };
}

function answerOf(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [];
  const data = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part, 'latin1')]));
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
