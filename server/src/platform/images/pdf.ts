/** A picture that fills a page. */
export interface PicturePage {
  /** Of the picture, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Of the page, in points. */
  readonly pageWidth: number;
  readonly pageHeight: number;
  /** `FlateDecode`: rows of bits, white where one is set, packed by zlib; `DCTDecode`: JPEG. */
  readonly filter: 'FlateDecode' | 'DCTDecode';
  readonly colours: 'DeviceGray' | 'DeviceRGB';
  readonly bytes: Uint8Array;
}

/** Objects of a page: itself, what it draws, the picture. */
const OBJECTS = 3;

/** Makes a PDF of pictures, each on a page of its own. */
export function pdfOf(pages: readonly PicturePage[]): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const put = (...some: readonly (string | Uint8Array)[]): void => {
    for (const one of some) {
      const bytes = typeof one === 'string' ? Buffer.from(one, 'latin1') : Buffer.from(one);
      parts.push(bytes);
      length += bytes.length;
    }
  };
  const object = (...content: readonly (string | Uint8Array)[]): void => {
    offsets.push(length);
    put(`${offsets.length} 0 obj\n`, ...content, '\nendobj\n');
  };
  const stream = (about: string, bytes: Uint8Array): readonly (string | Uint8Array)[] => [
    `<< ${about}/Length ${bytes.length} >>\nstream\n`,
    bytes,
    '\nendstream',
  ];
  const first = (page: number): number => 3 + OBJECTS * page;
  put('%PDF-1.4\n');
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_page, index) => `${first(index)} 0 R`).join(' ')}] >>`,
  );
  for (const [index, page] of pages.entries()) {
    const { width, height, filter, colours, bytes } = page;
    const [across, down] = [page.pageWidth.toFixed(2), page.pageHeight.toFixed(2)];
    const [drawn, picture] = [first(index) + 1, first(index) + 2];
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${across} ${down}] /Contents ${drawn} 0 R`,
      ` /Resources << /XObject << /Picture ${picture} 0 R >> >> >>`,
    );
    object(...stream('', Buffer.from(`${across} 0 0 ${down} 0 0 cm /Picture Do`)));
    const bits = filter === 'FlateDecode' ? 1 : 8;
    object(
      ...stream(
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /${colours} /BitsPerComponent ${bits} /Filter /${filter} `,
        bytes,
      ),
    );
  }
  const start = length;
  put(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`);
  put(...offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`));
  put(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}
