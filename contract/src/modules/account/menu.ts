import * as v from 'valibot';
import {
  IdSchema,
  NothingSchema,
  defineCommand,
  defineEvent,
  defineQuery,
  eventPayload,
  takingAnswer,
  text,
} from '../../kernel/index.ts';

/** Most entries that an instance may have. */
export const MAX_MENU_ITEMS = 50;
const MAX_CAPTION = 60;
export const MAX_MENU_NAME = 40;
const MAX_ADDRESS = 2000;

export const MENU_TYPES = ['predefined', 'userDefinedUrl', 'applicationStarter'] as const;
export type MenuType = (typeof MENU_TYPES)[number];

const filled = (most: number) => v.pipe(text(most), v.trim(), v.minLength(1, 'TEXT_EMPTY'));

/** What administrators say of an entry. Its address is looked at by `judgeMenuItem`, which knows what the operator allows. */
const about = {
  /** What people read. */
  Caption: filled(MAX_CAPTION),
  /** What administrators and the audit log call it; only one entry has it. */
  Name: v.pipe(text(MAX_MENU_NAME), v.trim(), v.toLowerCase(), v.regex(/^[a-z0-9][a-z0-9._-]*$/, 'NAME_INVALID')),
  /** A place of Kontor itself, an address elsewhere, or a program of the device. */
  Type: v.picklist(MENU_TYPES),
  URL: v.pipe(
    filled(MAX_ADDRESS),
    v.check((url) => !/[\s\p{Cc}]/u.test(url), 'URL_INVALID'),
  ),
  Method: v.picklist(['GET', 'POST']),
  /** Whether the host that it leads to is told who comes, by a code that is good once. */
  Session: v.boolean(),
  /** Handed over with a session or a form, for the host to know which entry it was. May be empty. */
  ResourceId: v.pipe(text(200), v.trim()),
};
const AboutSchema = v.strictObject(about);
export type MenuItemAbout = v.InferOutput<typeof AboutSchema>;

/** An entry of the main menu that the instance has made. */
export const MenuItemSchema = v.object({
  ID: IdSchema,
  Caption: v.string(),
  Name: v.string(),
  Type: v.picklist(MENU_TYPES),
  URL: v.string(),
  Method: v.picklist(['GET', 'POST']),
  Session: v.boolean(),
  ResourceId: v.string(),
  sortOrder: v.number(),
});
export type MenuItem = v.InferOutput<typeof MenuItemSchema>;

/** The same as those see it who change it. */
export const OwnMenuItemSchema = v.object({ ...MenuItemSchema.entries, aggregateVersion: v.number() });
export type OwnMenuItem = v.InferOutput<typeof OwnMenuItemSchema>;

const crm: MenuItemAbout = {
  Caption: 'Warenwirtschaft',
  Name: 'erp',
  Type: 'userDefinedUrl',
  URL: 'https://erp.nordwerk.example/start',
  Method: 'GET',
  Session: false,
  ResourceId: '',
};
const item: OwnMenuItem = { ID: 7, ...crm, sortOrder: 1, aggregateVersion: 1 };
const byItem = { ID: IdSchema };

/** The instance's entries of the main menu in their order; none for whoever lacks the right `addOns`. */
export const mainMenuItems = defineQuery({
  name: 'session.mainMenuItems',
  cost: 'essential',
  params: NothingSchema,
  result: v.array(MenuItemSchema),
  refreshOn: () => ['menu', 'session'],
  example: { params: {}, result: [{ ID: 7, ...crm, sortOrder: 1 }] },
});

/** All entries, and what the operator allows. For administrators, as all that follows but for opening one. */
export const menuItems = defineQuery({
  name: 'account.menuItems',
  params: NothingSchema,
  result: v.object({
    items: v.array(OwnMenuItemSchema),
    /** Hosts that a form may be sent to, and those of them that may be told who comes. */
    postHosts: v.array(v.string()),
    sessionHosts: v.array(v.string()),
    /** Schemes of programs, beside those that are always allowed. */
    schemes: v.array(v.string()),
  }),
  errors: ['RIGHT_MISSING'],
  refreshOn: () => ['menu'],
  example: {
    params: {},
    result: { items: [item], postHosts: ['erp.nordwerk.example'], sessionHosts: [], schemes: ['teams'] },
  },
});

const whatIsWrong = ['RIGHT_MISSING', 'NAME_TAKEN', 'MENU_URL_REFUSED', 'MENU_HOST_UNLISTED'] as const;

/** Adds an entry behind the others. */
export const createMenuItem = defineCommand({
  name: 'account.createMenuItem',
  params: AboutSchema,
  result: OwnMenuItemSchema,
  errors: [...whatIsWrong, 'TOO_MANY_MENU_ITEMS'],
  audit: { kind: 'menu.changed', subject: ({ Name }) => Name },
  example: { params: crm, result: item },
});

/** Changes an entry. VERSION_CONFLICT bears the entry as it is by now. */
export const changeMenuItem = defineCommand({
  name: 'account.changeMenuItem',
  params: takingAnswer({ ...byItem, ...about, aggregateVersion: v.number() }, OwnMenuItemSchema),
  result: OwnMenuItemSchema,
  errors: [...whatIsWrong, 'NOT_FOUND', 'VERSION_CONFLICT'],
  audit: { kind: 'menu.changed', subject: ({ Name }) => Name },
  example: { params: { ID: 7, ...crm, aggregateVersion: 1 }, result: { ...item, aggregateVersion: 2 } },
});

/** Takes an entry out of everybody's menu; for 30 days it can be put back. */
export const deleteMenuItem = defineCommand({
  name: 'account.deleteMenuItem',
  params: v.strictObject(byItem),
  result: NothingSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND'],
  example: { params: { ID: 7 }, result: {} },
});

/** Puts an entry back that was taken out. */
export const restoreMenuItem = defineCommand({
  name: 'account.restoreMenuItem',
  params: v.strictObject(byItem),
  result: OwnMenuItemSchema,
  errors: ['RIGHT_MISSING', 'NOT_FOUND', 'NAME_TAKEN', 'TOO_MANY_MENU_ITEMS'],
  example: { params: { ID: 7 }, result: { ...item, aggregateVersion: 2 } },
});

/** Puts the entries in order. Those that are not named come behind, in the order that they have; what is no more is left out. */
export const orderMenuItems = defineCommand({
  name: 'account.orderMenuItems',
  params: v.strictObject({ IDs: v.pipe(v.array(IdSchema), v.maxLength(MAX_MENU_ITEMS)) }),
  result: NothingSchema,
  errors: ['RIGHT_MISSING'],
  example: { params: { IDs: [7] }, result: {} },
});

/** Where an entry with a session leads, and what is handed over: in the address, which has it already, or as fields of a form. */
export const openMenuItem = defineCommand({
  name: 'session.openMenuItem',
  params: v.strictObject(byItem),
  result: v.object({
    URL: v.string(),
    Method: v.picklist(['GET', 'POST']),
    fields: v.array(v.object({ name: v.string(), value: v.string() })),
  }),
  errors: ['RIGHT_MISSING', 'NOT_FOUND', 'MENU_HOST_UNLISTED'],
  secret: true,
  example: {
    params: { ID: 7 },
    result: { URL: 'https://erp.nordwerk.example/start?code=Zm9v&instance=nordwerk', Method: 'GET', fields: [] },
  },
});

/** The instance's entries of the menu are others. Goes to all of its people. */
export const menuChanged = defineEvent('account.menuChanged', v.object(eventPayload));

/**
 * Body of `POST /auth/menu-code`, from the server of a host that the operator lists with a secret: whom a code stands for. It is good once,
 * for a minute, for the host that it was made for, while the session goes on in which the entry was opened. Whatever is wrong is
 * LOGIN_FAILED.
 */
export const MenuCodeSchema = v.object({
  instance: v.optional(text(300), ''),
  host: v.pipe(text(300), v.trim(), v.toLowerCase()),
  secret: text(500),
  code: text(200),
});
export const MenuCodeAnswerSchema = v.object({
  user: v.object({
    id: IdSchema,
    userName: v.string(),
    firstName: v.string(),
    lastName: v.string(),
    email: v.nullable(v.string()),
  }),
  instance: v.object({ name: v.string(), title: v.string() }),
  resourceId: v.string(),
});

export const menuQueries = { mainMenuItems, menuItems } as const;
export const menuCommands = {
  createMenuItem,
  changeMenuItem,
  deleteMenuItem,
  restoreMenuItem,
  orderMenuItems,
  openMenuItem,
} as const;
export const menuEvents = { menuChanged } as const;
export const menuProblems = {
  NAME_TAKEN: 422,
  TOO_MANY_MENU_ITEMS: 422,
  MENU_URL_REFUSED: 422,
  MENU_HOST_UNLISTED: 422,
} as const;
