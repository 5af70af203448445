import { createHash } from 'node:crypto';
import { accountEvents } from '@kontor/contract/account';
import { sql } from 'kysely';
import type { SignedIn } from '../http/gate.ts';
import { parseParameters } from '../http/problems.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import type { Change } from './change.ts';
import type { ChangeContext, CommandContext, Instance, Person, Platform } from './context.ts';
import type { BoundCommand } from './manifest.ts';
import { ProblemError, fail } from './problem.ts';

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
  /** Carries a command out and answers its data, or the data of the first time. Fails as the contract says. */
  run(by: SignedIn, request: CommandRequest): Promise<{ data: unknown; replayed: boolean }>;
  /** Stores a command safely, to be carried out as soon as can be. */
  accept(by: SignedIn, request: CommandRequest): Promise<{ replayed: boolean }>;
  stateOf(by: SignedIn, processId: string): Promise<{ state: string; command: string; answer: unknown } | undefined>;
  /** Carries out what `accept` stored. */
  readonly job: JobHandler;
}

export type LoadPerson = (
  ctx: { instance: Instance; db: ChangeContext['db'] },
  userId: number,
) => Promise<Person | undefined>;

/** Makes the runner over the modules' commands. */
export function createCommandRunner(
  platform: Platform,
  change: Change,
  commands: ReadonlyMap<string, BoundCommand>,
  loadPerson: LoadPerson,
): CommandRunner {
  const find = (request: CommandRequest): BoundCommand => {
    const bound = commands.get(request.command);
    if (bound === undefined) return fail('OPERATION_UNKNOWN', { detail: request.command.slice(0, 100) });
    if (request.apiVersion < 1 || request.apiVersion > Math.max(2, bound.definition.apiVersion))
      return fail('CLIENT_TOO_OLD');
    return bound;
  };

  const carryOut = async (ctx: ChangeContext, person: Person, bound: BoundCommand, request: CommandRequest) => {
    const params = parseParameters(bound.definition.params, request.parameters);
    const commandCtx: CommandContext = { ...ctx, person, processId: request.processId };
    return (await bound.run(commandCtx, params)) ?? {};
  };

  return {
    async run(by, request) {
      const bound = find(request);
      return change(
        by.instance,
        async (ctx) => {
          const before = await claim(ctx, by.person.id, request, 'done');
          if (before !== undefined) return { data: replay(before), replayed: true };
          const data = await carryOut(ctx, by.person, bound, request);
          await finish(ctx, by.person.id, request.processId, 'done', data);
          return { data, replayed: false };
        },
        [request.processId],
      );
    },
    async accept(by, request) {
      const bound = find(request);
      parseParameters(bound.definition.params, request.parameters);
      return change(by.instance, async (ctx) => {
        const before = await claim(ctx, by.person.id, request, 'queued');
        if (before !== undefined) return { replayed: true };
        await ctx.enqueue(
          ASYNC_COMMAND_JOB,
          {
            userId: by.person.id,
            sessionId: by.person.sessionId,
            processId: request.processId,
            apiVersion: request.apiVersion,
          },
          { queue: `commands.${by.instance.id}.${by.person.id}`, maxAttempts: ASYNC_ATTEMPTS },
        );
        return { replayed: false };
      });
    },
    async stateOf(by, processId) {
      const row = await platform.database
        .forInstance(by.instance.id)
        .selectFrom('command_log')
        .select(['state', 'command', 'answer'])
        .where('instance_id', '=', by.instance.id)
        .where('user_id', '=', by.person.id)
        .where('process_id', '=', processId)
        .executeTakeFirst();
      return row;
    },
    async job(ctx, payload) {
      const { userId, sessionId, processId, apiVersion } = payload as {
        userId: number;
        sessionId: string;
        processId: string;
        apiVersion: number;
      };
      try {
        await ctx.change(async (inner) => {
          const stored = await storedCommand(inner, userId, processId);
          if (stored === undefined) return;
          const person = await loadPerson(inner, userId);
          if (person === undefined) return fail('UNAUTHENTICATED');
          const request = { command: stored.command, processId, apiVersion, parameters: stored.parameters };
          const withCause: ChangeContext = { ...inner, processIds: [processId] };
          const data = await carryOut(withCause, { ...person, sessionId }, find(request), request);
          await finish(inner, userId, processId, 'done', data);
        });
      } catch (error) {
        if (!(error instanceof ProblemError) && !ctx.lastAttempt) throw error;
        const code = error instanceof ProblemError ? error.code : 'INTERNAL';
        await ctx.change(async (inner) => {
          // Where the answer to the commit was lost, it has taken effect.
          if ((await storedCommand(inner, userId, processId)) === undefined) return;
          await finish(inner, userId, processId, 'failed', { code });
          inner.emit(
            accountEvents.commandFailed,
            { users: [userId] },
            { keys: [], processIds: [processId], aggregateIds: [], code, detail: '' },
          );
        });
      }
    },
  };
}

interface LogRow {
  readonly request_hash: Buffer;
  readonly state: string;
  readonly answer: unknown;
  readonly same: boolean;
}

const hashOf = (request: CommandRequest): Buffer =>
  createHash('sha256')
    .update(`${request.command}\n${request.apiVersion}\n${JSON.stringify(request.parameters)}`)
    .digest();

/** Takes a process id for this transaction. Waits for another one that holds it; answers what that one left, or undefined. */
async function claim(
  ctx: ChangeContext,
  userId: number,
  request: CommandRequest,
  state: 'done' | 'queued',
): Promise<LogRow | undefined> {
  const hash = hashOf(request);
  const { rows: taken } = await sql`
    insert into command_log (instance_id, user_id, process_id, command, request_hash, state, parameters)
    values (${ctx.instance.id}, ${userId}, ${request.processId}, ${request.command}, ${hash}, ${state},
      ${state === 'queued' ? JSON.stringify(request.parameters) : null}::json)
    on conflict (instance_id, user_id, process_id) do nothing returning 1`.execute(ctx.db);
  if (taken.length > 0) return undefined;
  const { rows } = await sql<LogRow>`
    select request_hash, state, answer, request_hash = ${hash} as same from command_log
    where instance_id = ${ctx.instance.id} and user_id = ${userId} and process_id = ${request.processId}`.execute(
    ctx.db,
  );
  const row = rows[0];
  if (row === undefined || !row.same) return fail('PROCESS_ID_REUSED');
  return row;
}

function replay(row: LogRow): unknown {
  if (row.state === 'queued') return {};
  if (row.state === 'failed') return fail((row.answer as { code: string }).code);
  return row.answer;
}

async function storedCommand(ctx: ChangeContext, userId: number, processId: string) {
  const { rows } = await sql<{ command: string; parameters: unknown }>`
    select command, parameters from command_log where instance_id = ${ctx.instance.id} and user_id = ${userId}
      and process_id = ${processId} and state = 'queued' for update`.execute(ctx.db);
  return rows[0];
}

async function finish(
  ctx: ChangeContext,
  userId: number,
  processId: string,
  state: 'done' | 'failed',
  answer: unknown,
): Promise<void> {
  await sql`update command_log set state = ${state}, answer = ${JSON.stringify(answer)}::json, parameters = null
    where instance_id = ${ctx.instance.id} and user_id = ${userId} and process_id = ${processId}`.execute(ctx.db);
}
