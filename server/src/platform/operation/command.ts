import { accountEvents } from '@kontor/contract/account';
import type { SignedIn } from '../http/gate.ts';
import { sent } from '../db/transaction.ts';
import { parseParameters } from '../http/problems.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { answeringAfter, beginsAtOnce } from './at-once.ts';
import { actingAs, actorOf, type Origin } from './audit.ts';
import type { Change } from './change.ts';
import { findLogged, finish, takeProcessId, takeQueued, type LoggedCommand } from './command-log.ts';
import type { ChangeContext, CommandContext, Instance, Person, Platform } from './context.ts';
import { createFleeting, holdFleeting } from './fleeting.ts';
import type { BoundCommand } from './manifest.ts';
import { noteOf, refusalOf } from './noted.ts';
import { ProblemError, fail } from './problem.ts';
import type { Repeats } from './repeats.ts';

/** Attempts for a command that was accepted to be carried out later. */
const ASYNC_ATTEMPTS = 8;
export const ASYNC_COMMAND_JOB = 'command.run';

export interface CommandRequest {
  readonly command: string;
  readonly processId: string;
  readonly apiVersion: number;
  readonly parameters: unknown;
}

/** Runs commands, each once by its process id. */
export interface CommandRunner {
  /** A command's own name for what was sent as one; empty where there is none of that name. */
  nameOf(command: string): string;
  /** Carries a command out and answers its data, or the data of the first time. Fails as the contract says. */
  run(by: SignedIn, request: CommandRequest): Promise<{ data: unknown; replayed: boolean }>;
  /** Stores a command safely, to be carried out as soon as can be. */
  accept(by: SignedIn, request: CommandRequest): Promise<{ replayed: boolean }>;
  stateOf(by: SignedIn, processId: string): Promise<Omit<LoggedCommand, 'request_hash'> | undefined>;
  /** Carries out what `accept` stored. */
  readonly job: JobHandler;
}

export type LoadPerson = (
  ctx: { instance: Instance; db: ChangeContext['db'] },
  userId: number,
) => Promise<Person | undefined>;

/** Fails where a person has not lately proven, in the session that asks, who they are. */
export type RequireProof = (ctx: ChangeContext, person: Person) => Promise<void>;

/** Makes the runner over the modules' commands. */
export function createCommandRunner(
  platform: Platform,
  change: Change,
  commands: ReadonlyMap<string, BoundCommand>,
  {
    loadPerson,
    requireProof,
    repeats,
  }: { readonly loadPerson: LoadPerson; readonly requireProof: RequireProof; readonly repeats: Repeats },
): CommandRunner {
  const find = (request: CommandRequest): BoundCommand => {
    const bound = commands.get(request.command);
    if (bound === undefined) return fail('OPERATION_UNKNOWN', { detail: request.command.slice(0, 100) });
    if (request.apiVersion < 1 || request.apiVersion > Math.max(2, bound.definition.apiVersion))
      return fail('CLIENT_TOO_OLD');
    return bound;
  };

  const carryOut = async (ctx: ChangeContext, person: Person, bound: BoundCommand, request: CommandRequest) => {
    const params = parametersOf(bound, request);
    if (bound.definition.proof) await requireProof(ctx, person);
    const acting = actingAs(ctx, actorOf(person));
    const commandCtx: CommandContext = { ...acting, person, processId: request.processId };
    const answer = (await bound.run(commandCtx, params)) ?? {};
    const entry = noteOf(bound.definition, params, answer);
    if (entry !== undefined) commandCtx.audit(entry);
    return answer;
  };

  const fleeting = createFleeting(platform.now);
  const runFleeting = (by: SignedIn, bound: BoundCommand, request: CommandRequest) => {
    const { processId } = request;
    return fleeting.run(`${by.instance.id} ${by.person.id} ${processId}`, hashedText(request), () =>
      change(
        by.instance,
        async (ctx) => {
          await holdFleeting(ctx, by.person.id, processId);
          return carryOut(ctx, by.person, bound, request);
        },
        [processId],
      ),
    );
  };

  const noteRefusal = async (instance: Instance, person: Person, { definition }: BoundCommand, error: unknown) => {
    const entry = refusalOf(definition, error);
    if (entry !== undefined) await repeats.audit(instance, { ...entry, by: actorOf(person) });
  };

  return {
    nameOf: (command) => commands.get(command)?.definition.name ?? '',
    async run(by, request) {
      const bound = find(request);
      const isKept = bound.definition.secret !== true;
      const { processId } = request;
      const once = async (ctx: ChangeContext) => {
        const claimed = claim(ctx, by.person.id, request);
        const work = isAtOnce(bound) ? carryOut(unlessSentBefore(ctx, claimed), by.person, bound, request) : undefined;
        if (work !== undefined) sent(work);
        const before = await claimed;
        if (before !== undefined) throw new SentBefore(before);
        const data = await (work ?? carryOut(ctx, by.person, bound, request));
        sent(finish(ctx, by.person.id, processId, 'done', isKept ? data : {}));
        return data;
      };
      try {
        if (isFleeting(bound, request)) return await runFleeting(by, bound, request);
        const data = await change(by.instance, once, [processId], { beginsAtOnce: true }).catch((error: unknown) => {
          if (!(error instanceof SentBefore)) throw error;
          return isKept ? error : fail('ANSWER_NOT_KEPT');
        });
        return data instanceof SentBefore ? { data: replay(data.before), replayed: true } : { data, replayed: false };
      } catch (error) {
        await noteRefusal(by.instance, by.person, bound, error);
        throw error;
      }
    },
    accept: async (by, request) => acceptCommand(change, by, find(request), request),
    async stateOf({ instance, person }, processId) {
      const logged = await findLogged(platform.database.forInstance(instance.id), instance.id, person.id, processId);
      return logged && { state: logged.state, command: logged.command, answer: logged.answer };
    },
    job: createCommandJob({ find, carryOut, noteRefusal, loadPerson }),
  };
}

/** Ends the transaction of a command that was sent before: all that was sent with the question is taken back. */
class SentBefore extends Error {
  readonly before: LoggedCommand;

  constructor(before: LoggedCommand) {
    super('The command was sent before');
    this.before = before;
  }
}

/** A proof is asked for outside of the transaction, and a command that was sent before needs none. */
const isAtOnce = ({ definition, run }: BoundCommand): boolean => !definition.proof && beginsAtOnce(run);

/** A context whose statements are answered only where the command was not sent before. */
function unlessSentBefore(ctx: ChangeContext, claimed: Promise<LoggedCommand | undefined>): ChangeContext {
  const isNew = claimed.then((before) => {
    if (before !== undefined) throw new SentBefore(before);
  });
  sent(isNew);
  return { ...ctx, db: answeringAfter(ctx.db, isNew) };
}

/** Stores a command, to be carried out by a job. Throws PARAMETERS_INVALID if it cannot wait. */
async function acceptCommand(
  change: Change,
  by: SignedIn,
  bound: BoundCommand,
  request: CommandRequest,
): Promise<{ replayed: boolean }> {
  // To be carried out later it would have to be stored, with what is secret in it.
  if (bound.definition.secret !== false)
    fail('PARAMETERS_INVALID', { errors: [{ path: 'async', message: 'Not for secrets' }] });
  if (bound.definition.proof)
    fail('PARAMETERS_INVALID', { errors: [{ path: 'async', message: 'Not for what has to be proven now' }] });
  if (isFleeting(bound, request))
    fail('PARAMETERS_INVALID', { errors: [{ path: 'async', message: 'Not for what is true for a minute' }] });
  parametersOf(bound, request);
  return change(by.instance, async (ctx) => {
    const before = await claim(ctx, by.person.id, request, request.parameters);
    if (before !== undefined) return { replayed: true };
    await ctx.enqueue(
      ASYNC_COMMAND_JOB,
      {
        userId: by.person.id,
        sessionId: by.person.sessionId,
        from: by.person.from,
        processId: request.processId,
        apiVersion: request.apiVersion,
      },
      { queue: `commands.${by.instance.id}.${by.person.id}`, maxAttempts: ASYNC_ATTEMPTS },
    );
    return { replayed: false };
  });
}

interface CommandJobOptions {
  /** The command that is meant; fails where there is none, or not in that version. */
  readonly find: (request: CommandRequest) => BoundCommand;
  readonly carryOut: (
    ctx: ChangeContext,
    person: Person,
    bound: BoundCommand,
    request: CommandRequest,
  ) => Promise<unknown>;
  readonly noteRefusal: (instance: Instance, person: Person, bound: BoundCommand, error: unknown) => Promise<void>;
  readonly loadPerson: LoadPerson;
}

/** Returns the job that carries out what `acceptCommand` stored. What fails for good is told to its person. */
function createCommandJob({ find, carryOut, noteRefusal, loadPerson }: CommandJobOptions): JobHandler {
  return async (ctx, payload) => {
    const { userId, sessionId, from, processId, apiVersion } = payload as {
      userId: number;
      sessionId: string;
      from?: Origin;
      processId: string;
      apiVersion: number;
    };
    const tried: { person?: Person; bound?: BoundCommand } = {};
    try {
      await ctx.change(async (inner) => {
        const stored = await takeQueued(inner, userId, processId);
        if (stored === undefined) return;
        const person = await loadPerson(inner, userId);
        if (person === undefined) return fail('UNAUTHENTICATED');
        const request = { command: stored.command, processId, apiVersion, parameters: stored.parameters };
        const withCause: ChangeContext = { ...inner, processIds: [processId] };
        tried.person = { ...person, sessionId, from: from ?? person.from };
        tried.bound = find(request);
        const data = await carryOut(withCause, tried.person, tried.bound, request);
        await finish(inner, userId, processId, 'done', data);
      });
    } catch (error) {
      if (!(error instanceof ProblemError) && !ctx.lastAttempt) throw error;
      if (tried.person && tried.bound) await noteRefusal(ctx.instance, tried.person, tried.bound, error);
      const code = error instanceof ProblemError ? error.code : 'INTERNAL';
      await ctx.change(async (inner) => {
        // Where the answer to the commit was lost, it has taken effect.
        if ((await takeQueued(inner, userId, processId)) === undefined) return;
        await finish(inner, userId, processId, 'failed', { code });
        inner.emit(
          accountEvents.commandFailed,
          { users: [userId] },
          { keys: [], processIds: [processId], aggregateIds: [], code, detail: '' },
        );
      });
    }
  };
}

/** The library takes a list for an object without fields. */
const parametersOf = ({ definition }: BoundCommand, { parameters }: CommandRequest): unknown =>
  parseParameters(definition.params, Array.isArray(parameters) ? null : parameters);

/** Returns whether nothing is kept of a command. Throws PARAMETERS_INVALID if that cannot be told. */
function isFleeting(bound: BoundCommand, request: CommandRequest): boolean {
  const { fleeting } = bound.definition;
  if (fleeting === undefined) return false;
  return fleeting === true || fleeting.of(parametersOf(bound, request));
}

/** Keyed, so that who reads the database cannot try passwords against it. */
const hashedText = ({ command, apiVersion, parameters }: CommandRequest): string =>
  `${command}\n${apiVersion}\n${JSON.stringify(parameters)}`;

const hashOf = ({ secrets }: Platform, request: CommandRequest): Buffer =>
  Buffer.from(secrets.sign('command', hashedText(request)), 'base64url');

/** Whether a command is the one that a hash was kept of, perhaps before the keys were rotated. */
const isHashOf = ({ secrets }: Platform, request: CommandRequest, hash: Buffer): boolean =>
  secrets.verify('command', hashedText(request), hash.toString('base64url'));

/** Takes the command's process id for this transaction. Returns undefined, or what the same command left when it was sent before. */
async function claim(
  ctx: ChangeContext,
  userId: number,
  request: CommandRequest,
  queued?: unknown,
): Promise<LoggedCommand | undefined> {
  const { command, processId } = request;
  const hash = hashOf(ctx, request);
  if (await takeProcessId(ctx, userId, { processId, command, hash, queued })) return undefined;
  const before = await findLogged(ctx.db, ctx.instance.id, userId, processId);
  if (before === undefined) return fail('PROCESS_ID_REUSED');
  // Those of before the hashes were keyed have none.
  const isSame =
    before.command === command && (before.request_hash.length === 0 || isHashOf(ctx, request, before.request_hash));
  return isSame ? before : fail('PROCESS_ID_REUSED');
}

function replay(before: LoggedCommand): unknown {
  if (before.state === 'queued') return {};
  if (before.state === 'failed') return fail((before.answer as { code: string }).code);
  return before.answer;
}
