import type { FastifyRequest } from 'fastify';
import { refuse, type Wanted } from './answers.ts';
import { childOf, NS, parseXml, XmlRefused, type Element, type Name } from './xml.ts';

/** Methods of WebDAV beside those that every server knows. */
export const DAV_METHODS = ['PROPFIND', 'PROPPATCH', 'REPORT', 'MKCALENDAR', 'MKCOL', 'LOCK', 'UNLOCK', 'COPY', 'MOVE'];

/** The document of a request; undefined where there is none. Refuses with 400 what cannot be read. */
export function documentIn(request: FastifyRequest): Element | undefined {
  const { body } = request;
  if (typeof body !== 'string' || body.trim() === '') return undefined;
  try {
    return parseXml(body);
  } catch (error) {
    if (error instanceof XmlRefused) return refuse(400);
    throw error;
  }
}

/** How deep a request goes: 0 or 1. Refuses `infinity` with 403. */
export function depthOf(request: FastifyRequest, unsaid: '0' | '1' | 'infinity'): 0 | 1 {
  const { depth = unsaid } = request.headers;
  if (depth === '0') return 0;
  if (depth === '1') return 1;
  if (String(depth).toLowerCase() !== 'infinity') return refuse(400);
  return refuse(403, { markup: '<d:propfind-finite-depth/>' });
}

const namesIn = (element: Element | undefined): readonly Name[] =>
  element?.children.map(({ ns, name }) => ({ ns, name })) ?? [];

/** What a document asks of resources. Nothing said: all that are given unasked. */
export function wantedIn(document: Element | undefined): Wanted {
  if (document === undefined) return { kind: 'all', names: [] };
  const some = childOf(document, NS.dav, 'prop');
  if (some !== undefined) return { kind: 'some', names: namesIn(some) };
  if (childOf(document, NS.dav, 'propname') !== undefined) return { kind: 'names' };
  return { kind: 'all', names: namesIn(childOf(document, NS.dav, 'include')) };
}

/** The path of an href, decoded into its segments; undefined where it is none within this server, or goes up. */
export function segmentsOf(href: string): readonly string[] | undefined {
  const path = /^(?:https?:\/\/[^/]+)?(\/[^?#]*)$/i.exec(href.trim())?.[1];
  if (path === undefined) return undefined;
  try {
    const segments = path.split('/').slice(1).map(decodeURIComponent);
    // A slash at the end leaves one that is empty.
    const named = segments.at(-1) === '' ? segments.slice(0, -1) : segments;
    const isTrick = (segment: string) =>
      segment === '' || segment === '.' || segment === '..' || /[/\\\0]/.test(segment);
    return named.some(isTrick) ? undefined : named;
  } catch {
    return undefined;
  }
}

const tagsIn = (header: string): readonly string[] =>
  header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .filter(Boolean);

/** Refuses with 412 where what is there is not what the client takes for it; `tag`: null where nothing is. */
export function checkTags(request: FastifyRequest, tag: string | null): void {
  const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
  if (match !== undefined && (tag === null || !(match.trim() === '*' || tagsIn(match).includes(tag)))) refuse(412);
  if (noneMatch !== undefined && tag !== null && (noneMatch.trim() === '*' || tagsIn(noneMatch).includes(tag)))
    refuse(412);
}
