/** Somebody of ours whom a mail can be left for. `key` is the same for every way to write the address. */
export interface Recipient {
  readonly key: string;
}

/** An attempt to deliver: network, sender and recipient. Greylisting tells attempts apart by these. */
export interface Attempt<R extends Recipient> {
  /** Network of the peer, as `networkOf` says it. */
  readonly network: string;
  /** Empty for returns. */
  readonly sender: string;
  readonly recipient: R;
}

/** A mail that lies whole and durably in a file of its own. */
export interface ReceivedMail<R extends Recipient> {
  /** File with the trace header fields and the bytes after them. It is removed after `accept`. */
  readonly file: string;
  readonly size: number;
  /** SHA-256 (hex) of the whole file. */
  readonly hash: string;
  /** SHA-256 (hex) of the bytes as the peer sent them, without the trace fields. */
  readonly sentHash: string;
  readonly sender: string;
  readonly recipients: readonly R[];
}

/** Where received mails go. What throws here is answered as a passing failure, and the peer tries again later. */
export interface MailSink<R extends Recipient> {
  /** Who has an address; undefined where nobody of ours does. */
  find(address: string): Promise<R | undefined>;
  /**
   * Who gets what is for the postmaster of a domain (of the whole server for undefined) where nobody has that address; undefined
   * for domains of others.
   */
  findPostmaster(domain: string | undefined): Promise<R | undefined>;
  /** Whether a peer may leave a mail now, or shall come again later. Remembers that it asked. */
  mayPass(attempt: Attempt<R>): Promise<boolean>;
  /** Takes a mail for good: when it resolves, a crash loses nothing. The same bytes for the same recipient once more are no second mail. */
  accept(mail: ReceivedMail<R>): Promise<void>;
}
