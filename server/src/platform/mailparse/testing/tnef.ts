interface Packed {
  readonly title: string;
  readonly longName?: string;
  readonly bytes: Uint8Array;
  /** A mail that is packed like the outer one, in the place of bytes. */
  readonly inner?: Buffer;
}

const u16 = (value: number) => Buffer.from([value & 0xff, value >> 8]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

function attribute(level: number, id: number, data: Buffer): Buffer {
  const sum = data.reduce((total, byte) => (total + byte) & 0xffff, 0);
  return Buffer.concat([Buffer.from([level]), u16(id), u16(0), u32(data.length), data, u16(sum)]);
}

/** MAPI properties with one value each. */
function properties(values: readonly (readonly [type: number, tag: number, value: Buffer])[]): Buffer {
  const written = values.map(([type, tag, value]) => {
    const rest = Buffer.alloc((4 - (value.length % 4)) % 4);
    return Buffer.concat([u16(type), u16(tag), u32(1), u32(value.length), value, rest]);
  });
  return Buffer.concat([u32(values.length), ...written]);
}

/** RTF in the container for packed RTF, which may hold it as it is. */
function packedRtf(rtf: string): Buffer {
  const bytes = Buffer.from(rtf, 'latin1');
  return Buffer.concat([u32(bytes.length + 12), u32(bytes.length), Buffer.from('MELA'), u32(0), bytes]);
}

/** A mail as Outlook packs it. `body` is the text as the oldest programs keep it, `text` as a property beside `html` and `rtf`. */
export function packTnef({
  html,
  text,
  rtf,
  body,
  files = [],
}: {
  readonly html?: string;
  readonly text?: string;
  readonly rtf?: string;
  readonly body?: string;
  readonly files?: readonly Packed[];
}): Buffer {
  const said: [type: number, tag: number, value: Buffer][] = [];
  if (text !== undefined) said.push([0x1e, 0x1000, Buffer.from(`${text}\0`, 'latin1')]);
  if (rtf !== undefined) said.push([0x102, 0x1009, packedRtf(rtf)]);
  if (html !== undefined) said.push([0x102, 0x1013, Buffer.from(html)]);
  return Buffer.concat([
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x9007, Buffer.concat([u32(1252), u32(0)])),
    ...(body === undefined ? [] : [attribute(1, 0x800c, Buffer.from(`${body}\0`, 'latin1'))]),
    attribute(1, 0x9003, properties(said)),
    ...files.flatMap(({ title, longName, bytes, inner }) => [
      attribute(2, 0x9002, Buffer.alloc(14)),
      attribute(2, 0x8010, Buffer.from(`${title}\0`, 'latin1')),
      attribute(2, 0x800f, Buffer.from(bytes)),
      ...(longName === undefined
        ? []
        : [attribute(2, 0x9005, properties([[0x1f, 0x3707, Buffer.from(`${longName}\0`, 'utf16le')]]))]),
      ...(inner === undefined
        ? []
        : [attribute(2, 0x9005, properties([[0x0d, 0x3701, Buffer.concat([Buffer.alloc(16), inner])]]))]),
    ]),
  ]);
}
