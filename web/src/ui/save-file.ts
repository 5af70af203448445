import { loadDevice } from '../device/index.ts';

interface Saying {
  /** It lies in the folder of documents, of which the system says nothing itself. */
  readonly kept: (name: string) => void;
  readonly failed: (name: string, again: () => void) => void;
}

const NOBODY: Saying = { kept: () => undefined, failed: () => undefined };
let saying = NOBODY;

/** Puts bytes into a file of the person's: by the browser's own download or, on a phone, in the folder of documents. Rejects where it cannot. */
export async function saveFile(bytes: Blob, name: string): Promise<void> {
  const { files } = await loadDevice();
  if (await files.save(bytes, name)) saying.kept(name);
}

/** The same for bytes that are here already; a failure is said with a way to try again. */
export const offerFile = (bytes: Blob, name: string): void =>
  void saveFile(bytes, name).catch(() => saying.failed(name, () => offerFile(bytes, name)));

/** Takes over what is said about files; returns how to stop. */
export function saySaved(given: Saying): () => void {
  saying = given;
  return () => {
    if (saying === given) saying = NOBODY;
  };
}
