import { constants, deflateRawSync } from 'node:zlib';

/** A PDF of these objects, from the first on: the catalogue, the pages, and so on. */
export function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    at += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

const stream = (content: Buffer, dictionary = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<</Length ${content.length}${dictionary}>>stream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);

/** A PDF of so many pages, each with its number. */
export function pdfOfPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, n) => `${4 + n * 2} 0 R`).join(' ');
  const pages = Array.from({ length: count }, (_, n) => [
    `<</Type/Page/Parent 2 0 R/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + n * 2} 0 R>>`,
    stream(Buffer.from(`BT /F 12 Tf 50 700 Td (Blatt Nummer ${n + 1} mit einigen Worten) Tj ET`)),
  ]);
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/MediaBox[0 0 600 800]/Kids[${kids}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.flat(),
  ]);
}

const MEBIBYTE = 1024 ** 2;

/** What inflates to so many bytes of nothing: one piece, packed once, as often as it takes. Its checksum is no matter to who reads PDFs. */
function packedSpaces(bytes: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(MEBIBYTE, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const pieces = Array.from({ length: Math.ceil(bytes / MEBIBYTE) }, () => piece);
  return Buffer.concat([Buffer.from('789c', 'hex'), ...pieces, Buffer.from('030000000000', 'hex')]);
}

/** A PDF whose one page inflates to so many bytes of nothing. */
export function pdfBomb(bytes: number): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/MediaBox[0 0 600 800]/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>',
    stream(packedSpaces(bytes), '/Filter/FlateDecode'),
  ]);
}
