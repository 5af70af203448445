import { burn } from '@kenjiuno/msgreader/lib/Burner.js';
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader.js';

export interface MsgSeed {
  readonly subject: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: readonly { readonly name: string; readonly address: string; readonly isCopy?: boolean }[];
  readonly html?: string;
  readonly text?: string;
  readonly files?: readonly {
    readonly name: string;
    readonly type: string;
    readonly bytes: Buffer;
    readonly contentId?: string;
  }[];
}

type Stream = readonly [name: string, bytes: Buffer];
interface Folder {
  readonly name: string;
  readonly streams: readonly Stream[];
}

/** A property of its own stream: by its number, as text or as bytes. */
const words = (id: string, text: string): Stream => [`__substg1.0_${id}001F`, Buffer.from(text, 'utf16le')];
const bytes = (id: string, content: Buffer): Stream => [`__substg1.0_${id}0102`, content];
/** The table of properties with one number in it. */
const table = (header: number, id: number, value: number): Stream => {
  const content = Buffer.alloc(header + 16);
  content.writeUInt32LE((id << 16) | 3, header);
  content.writeUInt32LE(6, header + 4);
  content.writeUInt32LE(value, header + 8);
  return ['__properties_version1.0', content];
};

/** A mail as Outlook saves it. */
export function packMsg(mail: MsgSeed): Buffer {
  const own: Stream[] = [
    words('001A', 'IPM.Note'),
    words('0037', mail.subject),
    words('0C1A', mail.from.name),
    words('5D01', mail.from.address),
    ...(mail.text === undefined ? [] : [words('1000', mail.text)]),
    ...(mail.html === undefined ? [] : [bytes('1013', Buffer.from(mail.html))]),
    table(32, 0x340d, 0x40000),
  ];
  const folders: Folder[] = [
    ...mail.to.map(({ name, address, isCopy = false }, index) => ({
      name: `__recip_version1.0_#${index.toString(16).padStart(8, '0')}`,
      streams: [words('3001', name), words('39FE', address), table(8, 0x0c15, isCopy ? 2 : 1)],
    })),
    ...(mail.files ?? []).map((file, index) => ({
      name: `__attach_version1.0_#${index.toString(16).padStart(8, '0')}`,
      streams: [
        words('3707', file.name),
        words('370E', file.type),
        bytes('3701', file.bytes),
        ...(file.contentId === undefined ? [] : [words('3712', file.contentId)]),
        table(8, 0x3705, 1),
      ],
    })),
  ];
  const entries: Parameters<typeof burn>[0] = [{ name: 'Root Entry', type: TypeEnum.ROOT, length: 0, children: [] }];
  const root = entries[0]?.children ?? [];
  const add = (parent: number[], [name, content]: Stream): void => {
    parent.push(entries.length);
    // In memory of its own: the library reads the whole that a small buffer is a part of.
    const own = new Uint8Array(content);
    entries.push({ name, type: TypeEnum.DOCUMENT, length: own.length, binaryProvider: () => own });
  };
  for (const stream of own) add(root, stream);
  for (const { name, streams } of folders) {
    const children: number[] = [];
    root.push(entries.length);
    entries.push({ name, type: TypeEnum.DIRECTORY, length: 0, children });
    for (const stream of streams) add(children, stream);
  }
  return Buffer.from(burn(entries));
}
