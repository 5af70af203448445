const through = async (bytes: BlobPart, stream: CompressionStream | DecompressionStream): Promise<Blob> =>
  new Response(new Blob([bytes]).stream().pipeThrough(stream)).blob();

/** Text as zlib-deflated (RFC 1950) UTF-8. */
export const deflate = (text: string): Promise<Blob> => through(text, new CompressionStream('deflate'));

/** Text of base64 of zlib-deflated UTF-8. Rejects where the input is not that. */
export async function inflateBase64(text: string): Promise<string> {
  const blob = await through(fromBase64(text.trim()), new DecompressionStream('deflate'));
  return blob.text();
}

interface Base64Decoder {
  fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const decoder = Uint8Array as Base64Decoder;
  if (decoder.fromBase64) return decoder.fromBase64(text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
