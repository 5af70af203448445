import type { importQueries } from '@kontor/contract/record';
import type { CommandDefinition, ParamsInputOf, ResultOf } from '@kontor/contract/kernel';

export type OneImport = ResultOf<typeof importQueries.import>;

/** What the screens of an import do with it. */
export interface ImportActs {
  readonly isBusy: boolean;
  readonly send: <D extends CommandDefinition>(command: D, params: ParamsInputOf<D>) => Promise<boolean>;
  /** To the page of all imports. */
  readonly leave: () => void;
}
