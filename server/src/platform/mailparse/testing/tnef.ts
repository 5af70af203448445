interface Packed {
  readonly title: string;
  readonly longName?: string;
  readonly bytes: Uint8Array;
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

/** A mail as Outlook packs it. */
export function packTnef({ html, files }: { readonly html: string; readonly files: readonly Packed[] }): Buffer {
  return Buffer.concat([
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x9007, Buffer.concat([u32(1252), u32(0)])),
    attribute(1, 0x9003, properties([[0x102, 0x1013, Buffer.from(html)]])),
    ...files.flatMap(({ title, longName, bytes }) => [
      attribute(2, 0x9002, Buffer.alloc(14)),
      attribute(2, 0x8010, Buffer.from(`${title}\0`, 'latin1')),
      attribute(2, 0x800f, Buffer.from(bytes)),
      ...(longName === undefined
        ? []
        : [attribute(2, 0x9005, properties([[0x1f, 0x3707, Buffer.from(`${longName}\0`, 'utf16le')]]))]),
    ]),
  ]);
}
