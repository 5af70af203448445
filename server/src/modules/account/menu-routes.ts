import { MenuCodeSchema } from '@kontor/contract/account';
import type { FastifyInstance } from 'fastify';
import { parseParameters } from '../../platform/http/problems.ts';
import { fail } from '../../platform/operation/problem.ts';
import { redeemMenuCode, type MenuParts } from './menu-codes.ts';
import type { AuthParts } from './parts.ts';
import { instanceOfLogin, noStore, notingRefusal } from './route-tools.ts';

/** Where the server of a host asks who has come by an entry of the menu. */
export function menuRoutes(http: FastifyInstance, parts: AuthParts & { readonly menu: MenuParts }): void {
  http.post('/auth/menu-code', async (request, reply) => {
    // Programs name no origin: a page that comes with the secret of a host has something that no page should have.
    if (request.headers.origin !== undefined) fail('ORIGIN_REFUSED');
    const given = parseParameters(MenuCodeSchema, request.body);
    const instance = await instanceOfLogin(parts, request, given.instance);
    const answer = await notingRefusal(parts, request, instance, { userName: '', way: 'menuCode' }, () =>
      redeemMenuCode(parts, request, instance, given),
    );
    return noStore(reply).send(answer);
  });
}
