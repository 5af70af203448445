export interface FavouriteTable {
  readonly instance_id: number;
  readonly user_id: number;
  readonly record_id: number;
  readonly place: number;
}

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    record_favourite: FavouriteTable;
  }
}
