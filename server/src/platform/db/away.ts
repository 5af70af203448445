/** Errors that PostgreSQL or the network raise while the database is away or overloaded. */
const UNAVAILABLE =
  /^(08|53|57P0|57014|25P03|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/;
/** What the driver itself says of a connection that is gone bears no code; a rollback on one hides why it is gone. */
const CONNECTION_GONE =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|Cannot use a pool after calling end/;

/** Returns true if an error means that the database cannot be reached at this moment: the same work may succeed a moment later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // The database's socket may be missing for a moment; a file that is missing is something else.
  if (code === 'ENOENT') return syscall === 'connect';
  return UNAVAILABLE.test(code ?? '') || CONNECTION_GONE.test(error.message);
}
