import { crc32, deflateRawSync } from 'node:zlib';

/** A file to be put into an archive; `says` lies about how long it is. */
export interface ZipSeed {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  readonly isStored?: boolean;
  readonly says?: number;
}

/** A ZIP archive, byte for byte, so that tests can have any that no program would write. */
export function zipOf(files: readonly ZipSeed[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, isStored = false, says } of files) {
    const plain = Buffer.from(bytes);
    const packed = isStored ? plain : deflateRawSync(plain);
    const label = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(isStored ? 0 : 8, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(says ?? plain.length, 18);
    common.writeUInt16LE(label.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, label, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, tail, label]));
    parts.push(local);
    at += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(Math.min(files.length, 0xff_ff), 8);
  end.writeUInt16LE(Math.min(files.length, 0xff_ff), 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, index, end]);
}

/** A document of Word with this in its body, or this in place of all of it. */
export const docxOf = (body: string, markup?: string | Uint8Array, more: Partial<ZipSeed> = {}): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', bytes: '<Types/>' },
    {
      name: 'word/document.xml',
      bytes: markup ?? `<w:document><w:body><w:p><w:r><w:t>${body}</w:t></w:r></w:p></w:body></w:document>`,
      ...more,
    },
  ]);

/** A document of LibreOffice. */
export const openDocumentOf = (kind: 'text' | 'spreadsheet' | 'presentation', content: string, manifest = ''): Buffer =>
  zipOf([
    { name: 'mimetype', bytes: `application/vnd.oasis.opendocument.${kind}`, isStored: true },
    {
      name: 'content.xml',
      bytes: `<office:document-content><office:body>${content}</office:body></office:document-content>`,
    },
    {
      name: 'styles.xml',
      bytes:
        '<office:document-styles><style:header><text:p>Kopf der Seite</text:p></style:header></office:document-styles>',
    },
    { name: 'META-INF/manifest.xml', bytes: `<manifest:manifest>${manifest}</manifest:manifest>` },
  ]);
