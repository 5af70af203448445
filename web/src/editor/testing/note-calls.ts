/** What a test calls in the page with a text. */
export interface NotePage {
  readonly open: (html: string, readOnly?: boolean) => Promise<void>;
  /** Somebody else has made this of what stood there at first. */
  readonly others: (base: string, html: string) => Promise<void>;
  readonly now: () => {
    readonly html: string;
    readonly text: string;
    readonly changes: number;
    readonly said: readonly string[];
    /** Records that were opened. */
    readonly opened: readonly string[];
  };
  /** HTML that was read and written again. */
  readonly through: (html: readonly string[]) => Promise<string[]>;
}
