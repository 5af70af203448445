import { type MenuParts, issueMenuCode } from './menu-codes.ts';
import {
  MAX_MENU_ITEMS,
  judgeMenuItem,
  menuEvents,
  partsOfMenuUrl,
  type MenuAllowed,
  type MenuItem,
  type MenuItemAbout,
  type OwnMenuItem,
  type menuCommands,
  type menuQueries,
} from '@kontor/contract/account';
import type { CommandContext } from '../../platform/operation/context.ts';
import type { CommandHandlers, QueryHandlers } from '../../platform/operation/manifest.ts';
import { fail } from '../../platform/operation/problem.ts';
import { requireAdministrator, requireRight } from './access.ts';
import { filterUsers } from './store.ts';
import {
  holdMenuItem,
  insertMenuItem,
  isMenuNameTaken,
  orderMenu,
  readMenu,
  setMenuItemDeleted,
  updateMenuItem,
  type MenuRow,
} from './store/menu.ts';
import { payloadOf } from './telling.ts';

const allowedBy = ({ hosts, schemes }: MenuParts): MenuAllowed => ({
  postHosts: hosts.map(({ host }) => host),
  sessionHosts: hosts.filter(({ secret }) => secret !== undefined).map(({ host }) => host),
  schemes,
});

const toItem = (row: MenuRow): MenuItem => ({
  ID: row.item_id,
  Caption: row.caption,
  Name: row.name,
  Type: row.type,
  URL: row.url,
  Method: row.method,
  Session: row.session,
  ResourceId: row.resource_id,
  sortOrder: row.sort_order,
});
const toOwnItem = (row: MenuRow): OwnMenuItem => ({ ...toItem(row), aggregateVersion: row.version });

export const menuQueryHandlers = (parts: MenuParts): QueryHandlers<typeof menuQueries> => ({
  async mainMenuItems({ db, instance, person }) {
    return person.rights.addOns ? (await readMenu(db, instance.id)).map(toItem) : [];
  },

  async menuItems(ctx) {
    requireAdministrator(ctx);
    const items = (await readMenu(ctx.db, ctx.instance.id)).map(toOwnItem);
    const { postHosts, sessionHosts, schemes } = allowedBy(parts);
    return { items, postHosts: [...postHosts], sessionHosts: [...sessionHosts], schemes: [...schemes] };
  },
});

export const menuCommandHandlers = (parts: MenuParts): CommandHandlers<typeof menuCommands> => ({
  async createMenuItem(ctx, about) {
    requireAdministrator(ctx);
    check(parts, about);
    await checkRoom(ctx);
    const row = (await insertMenuItem(ctx.db, ctx.instance.id, about)) ?? fail('NAME_TAKEN');
    await notify(ctx);
    return toOwnItem(row);
  },

  async changeMenuItem(ctx, { ID, aggregateVersion, ...about }) {
    requireAdministrator(ctx);
    const row = await held(ctx, ID, false);
    if (row.version !== aggregateVersion) fail('VERSION_CONFLICT', { data: toOwnItem(row) });
    check(parts, about);
    await checkName(ctx, about.Name, ID);
    const next = await updateMenuItem(ctx.db, row, about);
    await notify(ctx);
    return toOwnItem(next);
  },

  async deleteMenuItem(ctx, { ID }) {
    requireAdministrator(ctx);
    const row = await held(ctx, ID, false);
    await setMenuItemDeleted(ctx.db, row, new Date(ctx.now()));
    ctx.audit({ kind: 'menu.changed', subject: row.name, details: { change: 'removed' } });
    await notify(ctx);
    return {};
  },

  async restoreMenuItem(ctx, { ID }) {
    requireAdministrator(ctx);
    const row = await held(ctx, ID, true);
    await checkName(ctx, row.name, ID);
    await checkRoom(ctx);
    const next = await setMenuItemDeleted(ctx.db, row, null);
    ctx.audit({ kind: 'menu.changed', subject: row.name, details: { change: 'restored' } });
    await notify(ctx);
    return toOwnItem(next);
  },

  async orderMenuItems(ctx, { IDs }) {
    requireAdministrator(ctx);
    if (await orderMenu(ctx.db, ctx.instance.id, IDs)) {
      ctx.audit({ kind: 'menu.changed', subject: '', details: { change: 'order' } });
      await notify(ctx);
    }
    return {};
  },

  async openMenuItem(ctx, { ID }) {
    requireRight(ctx, 'addOns');
    const item = toItem(await held(ctx, ID, false));
    // The operator may have taken a host off the list since it was made.
    check(parts, item);
    const handed = { ...(item.Session ? await issueMenuCode(ctx, item, partsOfMenuUrl(item.URL).host) : {}) };
    const all = item.ResourceId === '' ? handed : { ...handed, resourceId: item.ResourceId };
    if (item.Method === 'POST')
      return { URL: item.URL, Method: 'POST', fields: Object.entries(all).map(([name, value]) => ({ name, value })) };
    if (!item.Session) return { URL: item.URL, Method: 'GET', fields: [] };
    const url = new URL(item.URL);
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
    return { URL: url.href, Method: 'GET', fields: [] };
  },
});

function check(parts: MenuParts, about: Pick<MenuItemAbout, 'Type' | 'URL' | 'Method' | 'Session'>): void {
  const verdict = judgeMenuItem(about, allowedBy(parts));
  if (verdict !== undefined) fail(verdict);
}

async function checkName(ctx: CommandContext, name: string, itemId: number): Promise<void> {
  if (await isMenuNameTaken(ctx.db, ctx.instance.id, name, itemId)) fail('NAME_TAKEN');
}

async function checkRoom(ctx: CommandContext): Promise<void> {
  if ((await readMenu(ctx.db, ctx.instance.id)).length >= MAX_MENU_ITEMS) fail('TOO_MANY_MENU_ITEMS');
}

/** The entry, held until the end. Fails with NOT_FOUND, also where it is there and should be deleted, or the other way round. */
async function held(ctx: CommandContext, itemId: number, isDeleted: boolean): Promise<MenuRow> {
  const row = await holdMenuItem(ctx.db, ctx.instance.id, itemId);
  return row !== undefined && (row.deleted_at !== null) === isDeleted ? row : fail('NOT_FOUND');
}

async function notify(ctx: CommandContext): Promise<void> {
  const users = (await filterUsers(ctx.db, ctx.instance.id)).map(({ userId }) => userId);
  ctx.emit(menuEvents.menuChanged, { users }, payloadOf(ctx, ['menu']));
}
