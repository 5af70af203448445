import type { ModuleName } from '@kontor/contract/kernel';

/** Every route of the product, in the order in which they are tried. A name with `?` may be left out at the end. */
export const ROUTES = {
  inbox: '/',
  agendaList: '/agenda',
  appointment: '/appointment/:id/:activityListLocation/:editOrView',
  idoList: '/records/:instanceId?/:sharedQueryId?',
  kanban: '/kanban/:sharedQueryId?',
  mailList: '/mails/:view/:date/:source',
  mail: '/mail/:id/:activityListLocation/:editOrView',
  mailSendWithReceiver: '/mailSend/:receiverAddressTo?',
  mailSend: '/mailSend/:replyOrForwardType?/:replyOrForwardId?/:draftIdToLoad?',
  phoneCallList: '/phoneCalls/:view/:date/:source',
  phoneCall: '/phoneCall/:id/:activityListLocation/:editOrView/:isAManuellCreation',
  PhoneBook: '/PhoneBook',
  phoneCallCreate: '/phoneCallCreate/:id/:desiredPhoneNumberToContact',
  messageList: '/messages/:view/:date/:source',
  message: '/message/:id/:activityListLocation/:editOrView/:communicationPartnerUserId?',
  taskList: '/tasks/:view/:date/:source',
  task: '/task/:id/:activityListLocation/:editOrView',
  noteList: '/notes/:view/:date/:source',
  note: '/note/:id/:activityListLocation/:editOrView',
  documentList: '/documents/:view/:date/:source',
  document: '/document/:id/:activityListLocation/:editOrView',
  record: '/record/:id/:activityListLocation/:editOrView/:tab?',
  memo: '/memo/:id/:activityListLocation/:editOrView/:tab?',
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

const DETAIL_ROUTES: Partial<Record<ModuleName, RouteName>> = {
  document: 'document',
  email: 'mail',
  message: 'message',
  note: 'note',
  task: 'task',
  activity: 'memo',
  appointment: 'appointment',
  phonecall: 'phoneCall',
};

/** Path of an item's detail; undefined for a module without one. `from` says which list it was opened from. */
export function detailHref(
  item: { readonly module: ModuleName; readonly aggregateId: string },
  from: string,
  how: 'view' | 'edit' = 'view',
): string | undefined {
  const route = DETAIL_ROUTES[item.module];
  if (route === undefined) return undefined;
  const tail = route === 'phoneCall' ? '/false' : '';
  return `/${segments(ROUTES[route])[0]}/${encodeURIComponent(item.aggregateId)}/${encodeURIComponent(from)}/${how}${tail}`;
}

const LISTS_OF_DETAILS: Partial<Record<RouteName, RouteName>> = {
  mail: 'mailList',
  phoneCall: 'phoneCallList',
  message: 'messageList',
  task: 'taskList',
  note: 'noteList',
  document: 'documentList',
  appointment: 'agendaList',
  record: 'idoList',
};
const PLACES: Readonly<Record<string, RouteName>> = { inbox: 'inbox', filter: 'filterList', trash: 'trashList' };

/** Route that the menu shows as the current one: for a detail, the list that it was opened from. */
export function currentRoute(path: string): RouteName | undefined {
  const match = matchPath(path);
  const place = match?.params['activityListLocation'];
  if (match?.name.startsWith('mailSend') === true) return 'mailList';
  if (match === undefined || place === undefined) return match?.name;
  return PLACES[place] ?? LISTS_OF_DETAILS[match.name] ?? 'inbox';
}
