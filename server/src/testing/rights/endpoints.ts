import type { Fixture } from './fixture.ts';
import type { Outcome } from './rows.ts';

/** An endpoint that is neither query nor command: what is sent, and what each gets for it. */
export interface Endpoint {
  readonly send?: (fixture: Fixture) => { readonly query?: string; readonly body?: object };
  readonly is: Readonly<Record<'out' | 'other' | 'noRights' | 'owner', Outcome>>;
}

const same = (outcome: Outcome, send?: Endpoint['send']): Endpoint => ({
  ...(send === undefined ? {} : { send }),
  is: { out: outcome, other: outcome, noRights: outcome, owner: outcome },
});
const signedIn = (outcome: Outcome, send?: Endpoint['send']): Endpoint => ({
  ...(send === undefined ? {} : { send }),
  is: { out: '401 UNAUTHENTICATED', other: '401 UNAUTHENTICATED', noRights: outcome, owner: outcome },
});

const credential = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} };

const CODE_REQUEST = {
  redirect: 'https://evil.example',
  state: 'x'.repeat(22),
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
};

const DAV_METHODS = [
  'GET',
  'PUT',
  'DELETE',
  'POST',
  'PROPFIND',
  'PROPPATCH',
  'REPORT',
  'MKCALENDAR',
  'MKCOL',
  'LOCK',
  'UNLOCK',
  'COPY',
  'MOVE',
];

/** A session opens no calendar for programs: only an app password does, as their own tests tell. */
const DAV: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  DAV_METHODS.map((method) => [`${method} /dav/*`, same('401 UNAUTHENTICATED')]),
);

/** Every method and path that the server answers, by how it registers them. */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  'GET /': same('200'),
  'GET /health/live': same('200'),
  'GET /health/ready': same('200'),
  'GET /instance.json': same('200'),
  'GET /client.json': same('200'),
  'GET /auth/sign-in-page': same('200'),
  'POST /auth/login': same('404 LOGIN_FAILED', () => ({ body: { username: 'niemand', password: 'x' } })),
  'POST /auth/logout': signedIn('200', () => ({ body: {} })),
  'GET /auth/two-factor': same('200', () => ({ query: '?username=ben' })),
  'POST /auth/request-reset': same('202 ', () => ({ body: { username: 'niemand' } })),
  'POST /auth/link/check': same('422 LINK_INVALID', () => ({ body: { token: 'x' } })),
  'POST /auth/link/use': same('422 LINK_INVALID', () => ({ body: { token: 'x', password: 'ein langes Passwort' } })),
  'GET /auth/generate-registration-options': signedIn('200'),
  'POST /auth/verify-registration': signedIn('422 PASSKEY_INVALID', () => ({
    body: { ...credential, response: { clientDataJSON: '', attestationObject: '' } },
  })),
  'GET /auth/generate-authentication-options': same('200'),
  'POST /auth/verify-authentication': same('404 LOGIN_FAILED', () => ({
    body: { asseResp: { ...credential, response: { clientDataJSON: '', authenticatorData: '', signature: '' } } },
  })),
  'GET /auth/generate-proof-options': signedIn('200'),
  'POST /auth/proof': signedIn('422 PROOF_WRONG', () => ({ body: { password: 'x' } })),
  'POST /auth/code/check': same('403 ORIGIN_REFUSED', () => ({ body: CODE_REQUEST })),
  // Who names no origin is no page of this server.
  'POST /auth/code': same('403 ORIGIN_REFUSED', () => ({ body: CODE_REQUEST })),
  'POST /auth/exchange': same('404 LOGIN_FAILED', () => ({ body: { code: 'x', code_verifier: 'x'.repeat(43) } })),
  'POST /auth/menu-code': same('404 LOGIN_FAILED', () => ({ body: { host: 'erp.example', secret: 'x', code: 'x' } })),
  // Which query and command it is, is told by the other table.
  'GET /query': same('400 OPERATION_MISSING'),
  'POST /query': same('400 OPERATION_MISSING', () => ({ body: {} })),
  'POST /command': signedIn('400 BAD_REQUEST', () => ({ body: {} })),
  // Whose upload it is, is told by the uploads' own tests.
  'POST /upload': signedIn('400 BAD_REQUEST', () => ({ body: {} })),
  // Whose task it is, is told by the other table and the tasks' own tests.
  'POST /task/task/destroy': signedIn('404 NOT_FOUND', ({ mail }) => ({ body: { aggregateId: mail } })),
  // What right keys do is told by the tests of presence.
  'POST /userstatus/userstatus/geofence': same('403 PLACE_KEY_WRONG', ({ ids }) => ({
    body: { extras: { locationId: 1, userId: ids.owner, key: 'x' }, state: 1 },
  })),
  'GET /command/:processId': {
    is: {
      out: '401 UNAUTHENTICATED',
      other: '401 UNAUTHENTICATED',
      noRights: '404 NOT_FOUND',
      owner: '200',
    },
  },
  ...DAV,
  'GET /feeds/:name': same('404 NOT_FOUND'),
  // Whoever knows the address of a telephone system is it; as their own tests tell.
  'GET /phone/:kind/:secret': same('404 NOT_FOUND'),
  'POST /phone/:kind/:secret': same('404 NOT_FOUND', () => ({ body: {} })),
  // What is on these pages is told by the tests of booking pages: nothing of a calendar, whoever asks.
  'GET /book/:instance/:slug': same('404 '),
  'POST /book/:instance/:slug': same('404 '),
  'GET /book/:instance/confirm/:token': same('404 '),
  'POST /book/:instance/confirm/:token': same('404 '),
  'GET /book/:instance/cancel/:token': same('404 '),
  'POST /book/:instance/cancel/:token': same('404 '),
  'GET /book/:instance/answer/:token': same('404 '),
  'POST /book/:instance/answer/:token': same('404 '),
  // Which apps there are is told to everybody, and here there are none.
  'GET /.well-known/apple-app-site-association': same('404 NOT_FOUND'),
  'GET /.well-known/assetlinks.json': same('404 NOT_FOUND'),
  'GET /.well-known/caldav': same('401 UNAUTHENTICATED'),
  'PROPFIND /.well-known/caldav': same('401 UNAUTHENTICATED'),
  'GET /workspace/index/get-pong-configuration/format/json': signedIn('200'),
};
