import { dav, documentOf, el, keyOfName, NS, type Markup, type Name } from './xml.ts';

/** What a property of a resource is; undefined where the resource has no such property. */
export type PropertyReader = () =>
  | Markup
  | readonly Markup[]
  | string
  | undefined
  | Promise<readonly Markup[] | string>;
/** The properties of a resource by `keyOfName`, each made when it is asked for. */
export type Properties = ReadonlyMap<string, PropertyReader>;

/** What a client asks of resources: some properties, the names of all, or all that are given unasked. */
export type Wanted =
  | { readonly kind: 'some'; readonly names: readonly Name[] }
  | { readonly kind: 'names' }
  | { readonly kind: 'all'; readonly names: readonly Name[] };

const OK = 'HTTP/1.1 200 OK';
const MISSING = 'HTTP/1.1 404 Not Found';

const nameOf = (key: string): Name => {
  const [, ns = '', name = ''] = /^\{(.*)\}(.*)$/.exec(key) ?? [];
  return { ns, name };
};

const propstat = (props: readonly Markup[], status: string): Markup =>
  dav('propstat', dav('prop', ...props), dav('status', status));

/** One resource of a multistatus with what is asked of it. `unasked`: which properties are given where all are asked for. */
export async function responseOf(
  href: string,
  properties: Properties,
  wanted: Wanted,
  unasked: ReadonlySet<string>,
): Promise<Markup> {
  if (wanted.kind === 'names') {
    const names = [...properties.keys()].map((key) => el(nameOf(key).ns, nameOf(key).name));
    return dav('response', dav('href', href), propstat(names, OK));
  }
  const all = wanted.kind === 'all' ? [...properties.keys()].filter((key) => unasked.has(key)) : [];
  const keys = [...new Set([...all, ...wanted.names.map(keyOfName)])];
  const found: Markup[] = [];
  const missing: Markup[] = [];
  for (const key of keys) {
    const { ns, name } = nameOf(key);
    const value = await properties.get(key)?.();
    if (value === undefined) missing.push(el(ns, name));
    else found.push(el(ns, name, typeof value === 'string' || 'markup' in value ? [value] : value));
  }
  const stats = [
    ...(found.length > 0 || missing.length === 0 ? [propstat(found, OK)] : []),
    ...(missing.length > 0 ? [propstat(missing, MISSING)] : []),
  ];
  return dav('response', dav('href', href), ...stats);
}

/** A resource that is not there, or no more. */
export const missingOf = (href: string): Markup => dav('response', dav('href', href), dav('status', MISSING));

/** A resource of a multistatus by its status alone. */
export const statusOf = (href: string, status: string, ...more: readonly Markup[]): Markup =>
  dav('response', dav('href', href), dav('status', `HTTP/1.1 ${status}`), ...more);

export const multistatus = (responses: readonly Markup[], ...more: readonly Markup[]): string =>
  documentOf(NS.dav, 'multistatus', [...responses, ...more]);

/** A request that is refused, with what was not fulfilled of the conditions that the standards name. */
export class DavRefused extends Error {
  override readonly name = 'DavRefused';
  readonly status: number;
  readonly condition: Markup | undefined;

  constructor(status: number, condition?: Markup) {
    super(`Refused with ${status}`);
    this.status = status;
    this.condition = condition;
  }
}

export const refuse = (status: number, condition?: Markup): never => {
  throw new DavRefused(status, condition);
};

export const errorDocument = (condition: Markup): string => documentOf(NS.dav, 'error', [condition]);
