import type * as v from 'valibot';
import type { AuditKind } from './audit-kinds.ts';

/** Any schema of the library that the contract is written in. */
export type Schema = v.GenericSchema<unknown, unknown>;

/**
 * What a query costs the server, and so what becomes of it when the server has too much to do: `heavy` is put off first, `essential`
 * (without which there is nothing to be seen) last, `light` never; `outside` waits for servers of others, and stands in nobody's way
 * meanwhile. Commands are never put off, nor is signing in.
 */
export type Cost = 'light' | 'essential' | 'normal' | 'heavy' | 'outside';

/** What a list query may be sorted by and what it is sorted by when nothing is asked. */
export interface ListOptions {
  readonly sortKeys: readonly string[];
  readonly defaultSort: readonly SortItem[];
}

export interface SortItem {
  readonly property: string;
  readonly direction: 'ASC' | 'DESC';
}

/**
 * Has every success of an operation written into the audit log: how many items it was about and the first of their ids, never what is in
 * them. `subject` says in words whom or what it was done to, where that is no item.
 */
export type Audited<P extends Schema = Schema> =
  | AuditKind
  | { readonly kind: AuditKind; subject(params: v.InferOutput<P>): string };

/** One named query. `refreshOn` names what its answer is read from; a real-time event that bears one of these keys makes it stale. */
export interface QueryDefinition<N extends string = string, P extends Schema = Schema, R extends Schema = Schema> {
  readonly kind: 'query';
  readonly name: N;
  readonly params: P;
  readonly result: R;
  readonly errors: readonly string[];
  refreshOn(params: v.InferOutput<P>): readonly string[];
  readonly example: { readonly params: v.InferInput<P>; readonly result: v.InferInput<R> };
  /** Highest version of the operation that this contract speaks. */
  readonly apiVersion: number;
  /** Present for lists: they are paged, sorted, and may be asked for as rows. */
  readonly list?: ListOptions;
  /** Which page, how long and how sorted is told by its parameters, by their usual names, and what it answers has a shape of its own. */
  readonly ownPaging: boolean;
  /** The answer is bytes; `result` then describes nothing. */
  readonly bytes: boolean;
  /** Never answered from a cache of the client. */
  readonly cached: boolean;
  /**
   * The answer follows from the parameters, the person's rights, the day, and what is announced to this person by events: until the
   * next of them the server may answer from memory.
   */
  readonly steady: boolean;
  readonly cost: Cost;
  /** Asked often, one entry a minute counts them. */
  readonly audit?: Audited<P>;
}

/** One named command. `example.params` is sent as it stands by the contract test, after the module's own preparation. */
export interface CommandDefinition<N extends string = string, P extends Schema = Schema, R extends Schema = Schema> {
  readonly kind: 'command';
  readonly name: N;
  readonly params: P;
  readonly result: R;
  readonly errors: readonly string[];
  readonly example: { readonly params: v.InferInput<P>; readonly result: v.InferInput<R> };
  readonly apiVersion: number;
  /**
   * Parameters or answer hold what nobody may read later: neither is kept, it is never carried out later, and sent again after it took
   * effect it is ANSWER_NOT_KEPT. With 'parameters' the answer holds nothing secret and is kept, so that it can be given again.
   */
  readonly secret: boolean | 'parameters';
  /**
   * Said often, and of no use a minute later: by its process id it is carried out once for as long as a minute, and nothing is kept of
   * it. It is never carried out later. Where it is not so of all parameters, `of` tells it.
   */
  readonly fleeting?: true | { of(params: v.InferOutput<P>): boolean };
  readonly audit?: Audited<P>;
  /**
   * It changes how somebody signs in: whoever has not proven within five minutes, in this session, who they are, is refused with
   * PROOF_NEEDED. It is never carried out later, nor kept by a client until there is a network.
   */
  readonly proof: boolean;
}

/** One type of real-time event with the shape of its payload. */
export interface EventDefinition<T extends string = string, P extends Schema = Schema> {
  readonly kind: 'event';
  readonly type: T;
  readonly payload: P;
  /** Present for events that are stored nowhere. */
  readonly transient?: TransientOptions;
}

/** `keys` names, as `refreshOn` of queries does, the answers that a client asks for anew when it has missed such an event. */
export interface TransientOptions {
  readonly keys: readonly string[];
}

/** An event that is stored nowhere: it is delivered to who listens at that moment, at most once, and raises nobody's change stamp. */
export type TransientEventDefinition<T extends string = string, P extends Schema = Schema> = EventDefinition<T, P> & {
  readonly transient: TransientOptions;
};

/** An event that is stored in the outbox with the change that it is about. */
export type StoredEventDefinition<T extends string = string, P extends Schema = Schema> = EventDefinition<T, P> & {
  readonly transient?: never;
};

type QueryInput<N extends string, P extends Schema, R extends Schema> = Omit<
  QueryDefinition<N, P, R>,
  'kind' | 'apiVersion' | 'errors' | 'ownPaging' | 'bytes' | 'cached' | 'steady' | 'cost'
> & {
  readonly apiVersion?: number;
  readonly errors?: readonly string[];
  readonly ownPaging?: boolean;
  readonly bytes?: boolean;
  readonly cached?: boolean;
  readonly steady?: boolean;
  readonly cost?: Cost;
};

/** Declares a query. */
export function defineQuery<const N extends string, P extends Schema, R extends Schema>(
  input: QueryInput<N, P, R>,
): QueryDefinition<N, P, R> {
  return {
    kind: 'query',
    apiVersion: 1,
    errors: [],
    ownPaging: false,
    bytes: false,
    cached: true,
    steady: false,
    cost: 'normal',
    ...input,
  };
}

type CommandInput<N extends string, P extends Schema, R extends Schema> = Omit<
  CommandDefinition<N, P, R>,
  'kind' | 'apiVersion' | 'errors' | 'secret' | 'proof'
> & {
  readonly apiVersion?: number;
  readonly errors?: readonly string[];
  readonly secret?: boolean | 'parameters';
  readonly proof?: true;
};

/** Declares a command. */
export function defineCommand<const N extends string, P extends Schema, R extends Schema>(
  input: CommandInput<N, P, R>,
): CommandDefinition<N, P, R> {
  return { kind: 'command', apiVersion: 1, errors: [], secret: false, proof: false, ...input };
}

/** Declares an event that is stored with the change that it is about. */
export function defineEvent<const T extends string, P extends Schema>(
  type: T,
  payload: P,
): StoredEventDefinition<T, P> {
  return { kind: 'event', type, payload };
}

/** Declares an event that is stored nowhere, for what is true only now: who is there, who is writing. */
export function defineTransientEvent<const T extends string, P extends Schema>(
  type: T,
  payload: P,
  transient: TransientOptions,
): TransientEventDefinition<T, P> {
  return { kind: 'event', type, payload, transient };
}

export type ParamsOf<D extends { params: Schema }> = v.InferOutput<D['params']>;
export type ParamsInputOf<D extends { params: Schema }> = v.InferInput<D['params']>;
export type ResultOf<D extends { result: Schema }> = v.InferOutput<D['result']>;
