import type { TakenRow } from './store/take.ts';

/** Mails that this process has taken and not begun, by account, in the order in which they follow. */
export class TakenAhead {
  readonly #rows = new Map<number, readonly TakenRow[]>();

  /** Adds mails. One that was taken before, and has become free since, stands in them once. */
  add(rows: readonly TakenRow[]): void {
    for (const row of rows) {
      const others = this.of(row.account_id).filter((it) => !isSame(it, row));
      this.#rows.set(row.account_id, [...others, row]);
    }
  }

  /** Leaves out those that anybody may have taken since, as their time with this process is over. `now` in milliseconds since 1970. */
  dropLapsed(now: number): void {
    for (const accountId of this.#rows.keys())
      this.#set(
        accountId,
        this.of(accountId).filter(({ held_until: until }) => until.getTime() > now),
      );
  }

  of(accountId: number): readonly TakenRow[] {
    return this.#rows.get(accountId) ?? [];
  }

  /** Removes and returns the next mail of an account. */
  shift(accountId: number): TakenRow | undefined {
    const [row, ...rest] = this.of(accountId);
    this.#set(accountId, rest);
    return row;
  }

  accountIds(): readonly number[] {
    return [...this.#rows.keys()];
  }

  /** Removes and returns all. */
  clear(): readonly TakenRow[] {
    const rows = [...this.#rows.values()].flat();
    this.#rows.clear();
    return rows;
  }

  #set(accountId: number, rows: readonly TakenRow[]): void {
    if (rows.length > 0) this.#rows.set(accountId, rows);
    else this.#rows.delete(accountId);
  }
}

const isSame = (a: TakenRow, b: TakenRow): boolean =>
  a.instance_id === b.instance_id && a.outgoing_id === b.outgoing_id;
