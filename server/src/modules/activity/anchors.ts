/** Where a page of a list by time ends: the time (PostgreSQL's text, to the microsecond) and the id of its last row. */
export interface Anchor {
  readonly ts: string;
  readonly id: number;
}
