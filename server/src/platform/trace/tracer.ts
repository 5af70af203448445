/** One piece of work in a trace. */
export interface Span {
  /** Begins a piece of this piece. */
  child(name: string, facts?: SpanFacts): Span;
  /** Says what the piece is called once that is known, and more about it. */
  describe(name: string, facts?: SpanFacts): void;
  end(failed?: boolean): void;
  /** This piece as work that follows from it elsewhere names it (W3C trace context). */
  readonly traceparent: string;
}

/** What is said of a piece of work: names of ours, counts and ids, never contents. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** Where pieces of work are told to; there is none where nobody wants to know. */
export interface Tracer {
  /** Begins a piece of work, of another one's trace where that is given. */
  begin(name: string, facts?: SpanFacts, traceparent?: string): Span;
  close(): Promise<void>;
}
