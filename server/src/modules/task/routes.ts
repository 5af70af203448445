import { ProcessIdSchema } from '@kontor/contract/kernel';
import { taskCommands } from '@kontor/contract/task';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Gate } from '../../platform/http/gate.ts';
import { parseParameters } from '../../platform/http/problems.ts';
import type { CommandRunner } from '../../platform/operation/command.ts';

export interface RouteParts {
  readonly gate: Gate;
  /** Asked only when somebody comes: commands are known after the modules are. */
  readonly runner: () => Pick<CommandRunner, 'run'>;
  readonly newId: () => string;
}

/** With a process id the same request takes effect once, as a command does. */
const BodySchema = v.looseObject({ processId: v.optional(ProcessIdSchema) });

/** The endpoint by which tasks are destroyed beside the command: it is that command. */
export function taskRoutes(http: FastifyInstance, { gate, runner, newId }: RouteParts): void {
  void http.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post('/task/task/destroy', async (request, reply) => {
      const signedIn = await gate.signedIn(request, reply);
      const { processId = newId(), ...parameters } = parseParameters(BodySchema, request.body ?? {});
      request.logContext.id = processId;
      request.logContext.operation = taskCommands.destroy.name;
      await runner().run(signedIn, { command: taskCommands.destroy.name, processId, apiVersion: 1, parameters });
      return reply.status(204).header('Cache-Control', 'no-store').send();
    });
  });
}
