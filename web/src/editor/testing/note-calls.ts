/** What a test calls in the page with a text. */
export interface NotePage {
  /** HTML that was read and written again. */
  readonly through: (html: readonly string[]) => Promise<string[]>;
}
