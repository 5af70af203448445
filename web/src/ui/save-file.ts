/** How long the browser may take to begin with a file, in milliseconds. */
const BEGIN_MS = 60_000;

/** Puts bytes into a file of the person's, by the browser's own download. */
export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), BEGIN_MS);
}
