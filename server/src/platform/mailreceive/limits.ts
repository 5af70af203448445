/** What one peer may cost. Times in milliseconds; those of RFC 5321, 4.5.3.2, where it names one. */
export const LIMITS = {
  /** Silence before the greeting, in which nobody may talk. */
  pauseMs: 400,
  /** From one command to the end of the next. */
  commandMs: 300_000,
  /** Between two pieces of a mail. */
  pieceMs: 180_000,
  /** A connection on which fewer than `stallBytes` of its mail came for so long gives up its place to whoever needs it. */
  stallMs: 20_000,
  /** As much as the slowest line brings in that time. */
  stallBytes: 16_384,
  /** For all bytes of one mail. */
  dataMs: 900_000,
  sessionMs: 3_600_000,
  /** For mails under way when the server stops. */
  closeMs: 10_000,
  connections: 100,
  connectionsOfNetwork: 20,
  recipients: 100,
  unknownRecipients: 10,
  /** Commands without a mail coming of them. */
  idleCommands: 500,
  /** Bytes of one command line. */
  line: 4096,
  /** `Received` fields of a mail, above which it goes in a circle. */
  hops: 30,
} as const;

export type Limits = { readonly [K in keyof typeof LIMITS]: number };
