import type { FastifyInstance } from 'fastify';

/** Has routes of a scope take what forms of pages send, up to so many bytes: as an object of texts. */
export function takeForms(scope: FastifyInstance, maxBytes: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
