import { KINDS, kindOf, type ItemKind, type ItemKindName } from '@kontor/contract/kernel';

type RoutesOf<K> = K extends { readonly routes: infer R } ? R[keyof R] : never;
type KindRoute = Extract<RoutesOf<ItemKind>, { readonly name: string; readonly path: string }>;
type KindRoutes = { readonly [R in KindRoute as R['name']]: R['path'] };

/** Lists and details of all kinds of item. */
const KIND_ROUTES = Object.fromEntries(
  KINDS.flatMap(({ routes }) => Object.values(routes).map(({ name, path }) => [name, path])),
) as KindRoutes;

/** Every route of the product, in the order in which they are tried. A name with `?` may be left out at the end. */
export const ROUTES = {
  inbox: '/',
  ...KIND_ROUTES,
  idoList: '/records/:instanceId?/:sharedQueryId?',
  kanban: '/kanban/:sharedQueryId?',
  mailSendWithReceiver: '/mailSend/:receiverAddressTo?',
  mailSend: '/mailSend/:replyOrForwardType?/:replyOrForwardId?/:draftIdToLoad?',
  PhoneBook: '/PhoneBook',
  phoneCallCreate: '/phoneCallCreate/:id/:desiredPhoneNumberToContact',
  record: '/record/:id/:activityListLocation/:editOrView/:tab?',
  trashList: '/trashed/:view/:date/:source',
  filterList: '/filter/:view/:date/:source',
  userOnline: '/userOnline',
  settings: '/settings/:selectedSettingsTab',
  login: '/login',
  versionMismatch: '/versionMismatch',
} as const;

export type RouteName = keyof typeof ROUTES;

type Names<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type Required<N extends string> = N extends `${string}?` ? never : N;
type Optional<N extends string> = N extends `${infer Name}?` ? Name : never;

/** Parameters of a route, as decoded texts. */
export type RouteParams<R extends RouteName> = { readonly [K in Required<Names<(typeof ROUTES)[R]>>]: string } & {
  readonly [K in Optional<Names<(typeof ROUTES)[R]>>]?: string;
};

export interface Match<R extends RouteName = RouteName> {
  readonly name: R;
  readonly params: Readonly<Record<string, string>>;
}

/** Path of an address, and its query without the question mark. */
export const pathOf = (address: string): string => address.split('?', 1)[0] ?? '';
export const queryOf = (address: string): string => address.slice(pathOf(address).length + 1);

const segments = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
const TABLE = Object.entries(ROUTES).map(([name, pattern]) => ({ name: name as RouteName, parts: segments(pattern) }));

/** Route of a path (still encoded, its query is nobody's business here); undefined where there is none. */
export function matchPath(path: string): Match | undefined {
  let given: string[];
  try {
    given = segments(pathOf(path)).map(decodeURIComponent);
  } catch {
    return undefined;
  }
  for (const { name, parts } of TABLE) {
    const params = matchParts(parts, given);
    if (params !== undefined) return { name, params };
  }
  return undefined;
}

function matchParts(parts: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (given.length > parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const text = given[index];
    if (part.startsWith(':')) {
      if (text !== undefined) params[part.slice(1).replace('?', '')] = text;
      else if (!part.endsWith('?')) return undefined;
    } else if (part !== text) return undefined;
  }
  return params;
}

type ParamsArgument<R extends RouteName> = Names<(typeof ROUTES)[R]> extends never ? [] : [params: RouteParams<R>];

/** Path of a route, encoded. */
export function href<R extends RouteName>(name: R, ...[params]: ParamsArgument<R>): string {
  const given = (params ?? {}) as Readonly<Record<string, string | undefined>>;
  const filled: string[] = [];
  for (const part of segments(ROUTES[name])) {
    const text = part.startsWith(':') ? given[part.slice(1).replace('?', '')] : part;
    if (text === undefined || text === '') break;
    filled.push(encodeURIComponent(text));
  }
  return `/${filled.join('/')}`;
}

/** Lists whose filter stands in their address: in its path, or in its query where the path has no place for it. */
export type FilteredListRoute =
  | { [R in RouteName]: (typeof ROUTES)[R] extends `${string}/:view/:date/:source` ? R : never }[RouteName]
  | 'agendaList';
/** The list of a kind whose filter stands in its address; undefined for a kind without one. */
export const filteredListOf = (module: ItemKindName): FilteredListRoute | undefined =>
  kindOf(module).routes.list?.name as FilteredListRoute | undefined;
/** Whether the path of a list has a place for its filter. */
export const hasFilterInPath = (route: FilteredListRoute): boolean => ROUTES[route].endsWith('/:view/:date/:source');

/** Path of an item's detail. `from` says which list it was opened from. */
export function detailHref(
  item: { readonly module: ItemKindName; readonly aggregateId: string },
  from: string,
  how: 'view' | 'edit' = 'view',
): string {
  const [first, , , , ...rest] = segments(kindOf(item.module).routes.detail.path);
  const tail = rest.filter((part) => !part.endsWith('?')).map(() => '/false');
  return `/${first}/${encodeURIComponent(item.aggregateId)}/${encodeURIComponent(from)}/${how}${tail.join('')}`;
}

const LISTS_OF_DETAILS: ReadonlyMap<string, RouteName> = new Map<string, RouteName>([
  ['record', 'idoList'],
  ...KINDS.flatMap(({ routes: { list, detail } }) =>
    list === undefined ? [] : [[detail.name, list.name as RouteName] as const],
  ),
]);
const LISTS_BY_LOCATION: Readonly<Record<string, RouteName>> = {
  inbox: 'inbox',
  filter: 'filterList',
  trash: 'trashList',
};

/** Route that the menu shows as the current one: for a detail, the list that it was opened from. */
export function currentRoute(path: string): RouteName | undefined {
  const match = matchPath(path);
  const listLocation = match?.params['activityListLocation'];
  if (match?.name.startsWith('mailSend') === true) return 'mailList';
  if (match === undefined || listLocation === undefined) return match?.name;
  return LISTS_BY_LOCATION[listLocation] ?? LISTS_OF_DETAILS.get(match.name) ?? 'inbox';
}
