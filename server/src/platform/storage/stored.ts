/** A column that holds what `Secrets.seal` wrote, in a table whose key begins with the instance. */
export interface SecretColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that name a row; the first is `instance_id`. */
  readonly key: readonly [instance: 'instance_id', ...more: string[]];
  /** What a value is sealed to, from the values of `key`. */
  boundTo(...key: readonly (number | string)[]): string;
}

/** A column that holds the hash of a blob, in a table with `instance_id`. */
export interface BlobColumn {
  readonly table: string;
  readonly column: string;
}

/** What a module stores that is more than a row: for the rotation of keys, and for backups. */
export interface Stored {
  readonly module: string;
  readonly secrets: readonly SecretColumn[];
  readonly blobs: readonly BlobColumn[];
  /** SQL for the owner, over all instances, that makes what was restored safe to serve, such as ending sessions. */
  readonly afterRestore?: readonly string[];
}
