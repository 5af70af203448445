import type {
  CommandDefinition,
  ListMatch,
  ModuleContract,
  Paging,
  ParamsOf,
  QueryDefinition,
  ResultOf,
} from '@kontor/contract/kernel';
import type { FastifyInstance } from 'fastify';
import type { Readable } from 'node:stream';
import type { PiecedBody } from '../http/pack.ts';
import type { JobHandlers } from '../jobs/jobs.ts';
import type { Processes } from '../processes/processes.ts';
import type { Signals } from '../processes/signals.ts';
import type { Connections } from '../realtime/connections.ts';
import type { Change } from './change.ts';
import type { CommandContext, Instance, Platform, QueryContext } from './context.ts';

/** A page of a list. `long` derives the long form; most clients of ours never ask for it. */
export class ListAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly totalCount: number;
  readonly long: () => unknown[];
  /** Why rows were found that do not show it. */
  readonly matches: readonly ListMatch[];

  constructor(answer: {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly unknown[])[];
    readonly totalCount: number;
    readonly long: () => unknown[];
    readonly matches?: readonly ListMatch[];
  }) {
    this.columns = answer.columns;
    this.rows = answer.rows;
    this.totalCount = answer.totalCount;
    this.long = answer.long;
    this.matches = answer.matches ?? [];
  }
}

/** An answer that is a file. It is always sent as a download; `type` is what the bytes are held for. */
export class BytesAnswer {
  readonly type: string;
  readonly fileName: string;
  readonly size: number;
  /** Hash of the content, for `ETag`. */
  readonly tag: string;
  readonly read: (range?: { readonly start: number; readonly end: number }) => Readable | Buffer;
  /** It is a part of what the person reads, and not taken out: the audit log does not have it. */
  readonly isShown: boolean;
  /** The same address will never stand for other bytes. */
  readonly isImmutable: boolean;

  constructor(answer: {
    readonly type: string;
    readonly fileName: string;
    readonly size: number;
    readonly tag: string;
    readonly read: (range?: { readonly start: number; readonly end: number }) => Readable | Buffer;
    readonly isShown?: boolean;
    readonly isImmutable?: boolean;
  }) {
    this.type = answer.type;
    this.fileName = answer.fileName;
    this.size = answer.size;
    this.tag = answer.tag;
    this.read = answer.read;
    this.isShown = answer.isShown ?? false;
    this.isImmutable = answer.isImmutable ?? false;
  }
}

/** An answer that is made while it is sent, of a length that nobody knows: a download from the beginning to its end. */
export class StreamAnswer {
  readonly type: string;
  readonly fileName: string;
  readonly read: () => Readable;

  constructor(answer: { readonly type: string; readonly fileName: string; readonly read: () => Readable }) {
    this.type = answer.type;
    this.fileName = answer.fileName;
    this.read = answer.read;
  }
}

/** An answer that was written and packed before: its body begins with `"results":` and ends with the brace that ends the whole. */
export class PackedAnswer {
  readonly body: PiecedBody;
  /** How many rows are in it. */
  readonly rows: number;

  constructor(answer: { readonly body: PiecedBody; readonly rows: number }) {
    this.body = answer.body;
    this.rows = answer.rows;
  }
}

export type QueryHandler<D extends QueryDefinition> = (
  ctx: QueryContext,
  params: ParamsOf<D>,
  paging: Paging,
) => Promise<ResultOf<D> | ListAnswer | PackedAnswer | BytesAnswer | StreamAnswer>;
export type QueryHandlers<Q extends Readonly<Record<string, QueryDefinition>>> = {
  readonly [K in keyof Q]: QueryHandler<Q[K]>;
};

export type CommandHandler<D extends CommandDefinition> = (
  ctx: CommandContext,
  params: ParamsOf<D>,
) => Promise<ResultOf<D>>;
export type CommandHandlers<C extends Readonly<Record<string, CommandDefinition>>> = {
  readonly [K in keyof C]: CommandHandler<C[K]>;
};

export interface BoundQuery {
  readonly definition: QueryDefinition;
  readonly run: QueryHandler<QueryDefinition>;
}
export interface BoundCommand {
  readonly definition: CommandDefinition;
  readonly run: CommandHandler<CommandDefinition>;
}

/** Something with a lifetime that a module keeps while the server runs. */
export interface Service {
  close(): Promise<void>;
}

/** What a module adds to the server. */
export interface ModuleManifest {
  readonly name: string;
  readonly queries: readonly BoundQuery[];
  readonly commands: readonly BoundCommand[];
  readonly jobs: JobHandlers;
  /** Endpoints that are neither query nor command; only those that the contract names. */
  readonly routes?: (http: FastifyInstance) => void;
  /** Started after the database is migrated, closed before it is left. */
  readonly services?: readonly ((platform: Platform & ServiceTools) => Promise<Service>)[];
}

/** What a service needs beyond the platform: transactions outside of any request, the instances to work for, and who else works. */
export interface ServiceTools {
  readonly change: Change;
  /** The server processes that share the work, and the way to wake them. */
  readonly processes: Processes;
  readonly signals: Signals;
  /** Who is connected to this process. */
  readonly connections: Connections;
  readonly directory: { byId(id: number): Promise<Instance | undefined>; all(): Promise<readonly Instance[]> };
}

type Handler = (...given: never[]) => unknown;

const bind = <D, H>(definitions: Readonly<Record<string, D>>, handlers: Readonly<Record<string, Handler>>) =>
  Object.entries(definitions).map(([key, definition]) => ({ definition, run: handlers[key] as H }));

/** Binds what a module says on the wire to what it does; an operation without a handler does not compile. */
export const bindContract = <C extends ModuleContract>(
  { name, queries, commands }: C,
  on: { readonly queries: QueryHandlers<C['queries']>; readonly commands: CommandHandlers<C['commands']> },
): Pick<ModuleManifest, 'name' | 'queries' | 'commands'> => ({
  name,
  queries: bind(queries, on.queries as Readonly<Record<string, Handler>>),
  commands: bind(commands, on.commands as Readonly<Record<string, Handler>>),
});
