import type { FastifyInstance } from 'fastify';
import type { Gate } from '../http/gate.ts';
import type { Load } from '../load/load.ts';
import { readBody } from './body.ts';
import { takePart, type IntakeParts } from './intake.ts';

/** `POST /upload`: files travel apart from the commands that name them. */
export function uploadRoute(http: FastifyInstance, gate: Gate, load: Load, parts: IntakeParts): void {
  http.post('/upload', async (request, reply) => {
    const { instance, person } = await gate.signedIn(request, reply);
    // It waits for the client's network most of the time, in nobody's way; what is put off goes on where it was.
    load.admit('outside');
    void reply.header('Cache-Control', 'no-store');
    return load.during(`${instance.id} ${person.id}`, 'outside', () =>
      readBody(request, (fields, file) => takePart(parts, { instance, userId: person.id }, fields, file)),
    );
  });
}
