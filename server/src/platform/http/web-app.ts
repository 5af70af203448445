import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ProblemError } from '../operation/problem.ts';
import { sendProblem } from './problems.ts';

const YEAR_SECONDS = 31_536_000;

/** Serves the built web app, packed where the browser takes that: its hashed files for ever, its page for every address that a screen may have. */
export async function serveWebApp(http: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    http.get('/', (_request, reply) =>
      reply.type('text/plain').send('The web app has not been built. Run npm start.\n'),
    );
    http.setNotFoundHandler(notFound);
    return;
  }
  await http.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    cacheControl: false,
    index: false,
    // The build has packed them once, as well as can be: they are no addresses of their own.
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (response, path) => {
      const forever = path.includes(join(folder, 'assets'));
      response.header('Cache-Control', forever ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  const page = (reply: FastifyReply) => reply.header('Cache-Control', 'no-cache').sendFile('index.html');
  // Whoever only looks whether somebody is there asks by HEAD.
  http.get('/', { exposeHeadRoute: true }, (_request, reply) => page(reply));
  http.setNotFoundHandler((request, reply) => {
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') && (request.headers.accept ?? '').includes('text/html');
    return wantsPage ? page(reply) : notFound(request, reply);
  });
}

const notFound = (request: FastifyRequest, reply: FastifyReply): void =>
  sendProblem(new ProblemError('NOT_FOUND'), request, reply);
