/** Why Kontor cannot start or go on, as one sentence for the person at the terminal. Printed without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The sentence for a disk that is full, or undefined for any other error. */
export function diskFull(error: unknown, folder: string): StartError | undefined {
  const text = error instanceof Error ? `${'code' in error ? String(error.code) : ''} ${error.message}` : String(error);
  if (!/ENOSPC|No space left on device|EDQUOT|Disk quota exceeded/i.test(text)) return undefined;
  return new StartError(
    `The disk that holds the data folder ${folder} is full. Free some space, then start Kontor again.`,
  );
}
