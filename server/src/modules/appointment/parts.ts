import type { ItemKinds, ListReader } from '../activity/index.ts';

/** What the module needs of those beside it. */
export interface AppointmentParts {
  readonly list: ListReader;
  readonly itemKinds: () => ItemKinds;
}

/** What has to be known of kinds of item where one of them is changed. */
export type KindParts = Pick<AppointmentParts, 'itemKinds'>;
