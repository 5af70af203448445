import { HEADERS, ProcessIdSchema } from '@kontor/contract/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { CommandRunner } from '../operation/command.ts';
import { inSpan } from '../trace/in-span.ts';
import type { Load } from '../load/load.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { ProblemError, fail } from '../operation/problem.ts';
import type { Budgets } from './budgets.ts';
import type { Gate } from './gate.ts';
import { readParts, type CommandParts } from './multipart.ts';
import { decodeText, inflate, parseJson } from './unpack.ts';

/** One way in for all commands: unpack, run once by process id, answer. */
export function commandRoute(
  http: FastifyInstance,
  {
    gate,
    budgets,
    runner,
    load,
    metrics,
  }: {
    readonly gate: Gate;
    readonly budgets: Pick<Budgets, 'of'>;
    readonly runner: CommandRunner;
    readonly load: Load;
    readonly metrics: Metrics;
  },
): void {
  const noteReplay = (reply: FastifyReply): void => {
    metrics.count('replays', {});
    void reply.header(HEADERS.replay, 'true');
  };

  const carryOut = async (request: FastifyRequest, reply: FastifyReply) => {
    const signedIn = await gate.signedIn(request, reply);
    const parts = await readParts(request);
    const command = parts.fields.get('command');
    if (!command) return fail('OPERATION_MISSING');
    const processId = v.safeParse(ProcessIdSchema, parts.fields.get('processId'));
    if (!processId.success) {
      return fail('PARAMETERS_INVALID', { errors: [{ path: 'processId', message: 'A UUID, one a command' }] });
    }
    request.logContext.id = processId.output;
    request.logContext.operation = runner.nameOf(command);
    const apiVersion = Number(parts.fields.get('apiVersion') ?? '1');
    if (!Number.isInteger(apiVersion)) return fail('BAD_REQUEST', { detail: 'The apiVersion must be a whole number' });
    const commandRequest = {
      command,
      processId: processId.output,
      apiVersion,
      parameters: parametersOf(parts, metrics),
    };
    void reply.header('Cache-Control', 'no-store');
    const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
      load.during(`${signedIn.instance.id} ${signedIn.person.id}`, 'command', () =>
        inSpan(request.logContext.operation, work),
      );
    if (parts.fields.get('async') === 'true') {
      const { replayed } = await inTurn(() => runner.accept(signedIn, commandRequest));
      if (replayed) noteReplay(reply);
      return reply
        .status(202)
        .send({ csrfToken: signedIn.csrfToken, success: true, data: { processId: processId.output } });
    }
    const { data, replayed } = await inTurn(() => runner.run(signedIn, commandRequest));
    if (replayed) noteReplay(reply);
    return reply.send({ csrfToken: signedIn.csrfToken, success: true, data });
  };
  http.post('/command', (request, reply) => load.counted(budgets.of(request), () => carryOut(request, reply)));

  http.get('/command/:processId', async (request, reply) => {
    const signedIn = await gate.signedIn(request, reply);
    const { processId } = request.params as { processId: string };
    const id = v.safeParse(ProcessIdSchema, processId);
    const state = id.success ? await runner.stateOf(signedIn, id.output) : undefined;
    if (state === undefined) return fail('NOT_FOUND');
    return reply
      .header('Cache-Control', 'no-store')
      .send({ csrfToken: signedIn.csrfToken, success: true, data: state });
  });
}

function parametersOf({ fields, file }: CommandParts, metrics: Metrics): unknown {
  const serializer = fields.get('serializer') ?? 'json';
  if (serializer !== 'json' && serializer !== 'pako')
    return fail('BAD_REQUEST', { detail: 'The serializer must be json or pako' });
  if (serializer === 'pako') {
    if (file === undefined) return fail('BAD_ENCODING', { detail: 'The part parameters must be a file' });
    return parseJson(decodeText(inflated(file, metrics)));
  }
  const text = file === undefined ? fields.get('parameters') : decodeText(file);
  return text === undefined ? {} : parseJson(text);
}

function inflated(file: Buffer, metrics: Metrics): Buffer {
  try {
    return inflate(file);
  } catch (error) {
    if (error instanceof ProblemError) metrics.count('inflate_rejects', { code: error.code });
    throw error;
  }
}
