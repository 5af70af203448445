import type { FastifyInstance, FastifyReply } from 'fastify';
import { androidAppOf } from '../config/push-settings.ts';
import { fail } from '../operation/problem.ts';

/** Apple and Android ask again after that long, in seconds. */
const MAX_AGE_S = 3600;

/** Addresses that a browser opens though an app is there: pages for strangers, what programs ask, and what begins a sign-in in a browser. */
const NOT_IN_APP = ['/book/*', '/feeds/*', '/dav/*', '/auth/*', '/login*', '/.well-known/*'];

const answer = (reply: FastifyReply, body: object) =>
  reply.header('Cache-Control', `public, max-age=${MAX_AGE_S}`).type('application/json').send(JSON.stringify(body));

/** Tells Apple and Android which apps open links of this server, and use its passkeys. Fails with NOT_FOUND where there are none. */
export function appLinkRoutes(
  http: FastifyInstance,
  { iosApps, androidApps }: { readonly iosApps: readonly string[]; readonly androidApps: readonly string[] },
): void {
  http.get('/.well-known/apple-app-site-association', async (_request, reply) => {
    if (iosApps.length === 0) return fail('NOT_FOUND');
    const components = [...NOT_IN_APP.map((path) => ({ '/': path, exclude: true })), { '/': '/*' }];
    return answer(reply, {
      applinks: { details: [{ appIDs: iosApps, components }] },
      webcredentials: { apps: iosApps },
    });
  });

  http.get('/.well-known/assetlinks.json', async (_request, reply) => {
    if (androidApps.length === 0) return fail('NOT_FOUND');
    const relation = ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'];
    return answer(
      reply,
      androidApps.map(androidAppOf).map(({ name, fingerprint }) => ({
        relation,
        target: { namespace: 'android_app', package_name: name, sha256_cert_fingerprints: [fingerprint] },
      })),
    );
  });
}
