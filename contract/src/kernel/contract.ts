import type { CommandDefinition, EventDefinition, QueryDefinition } from './operation.ts';

/** All that a module says on the wire. */
export interface ModuleContract {
  readonly name: string;
  readonly queries: Readonly<Record<string, QueryDefinition>>;
  readonly commands: Readonly<Record<string, CommandDefinition>>;
  readonly events: Readonly<Record<string, EventDefinition>>;
  /** HTTP status by problem code. */
  readonly problems: Readonly<Record<string, number>>;
}

/** Declares what a module says on the wire. */
export const defineContract = <const C extends ModuleContract>(contract: C): C => contract;
