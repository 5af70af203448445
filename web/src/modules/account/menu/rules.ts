import {
  MAX_MENU_NAME,
  judgeMenuItem,
  partsOfMenuUrl,
  type MenuAllowed,
  type MenuItemAbout,
} from '@kontor/contract/account';

export type Fault = 'missing' | 'badName' | 'badPath' | 'badUrl' | 'badProgram' | 'unlisted';

/** A name of letters, digits and hyphens, made from what people read: `Lager & Co.` is `lager-co`. */
export const nameFor = (caption: string): string =>
  caption
    .toLowerCase()
    .replace(/ä/g, 'ae')
    .replace(/ö/g, 'oe')
    .replace(/ü/g, 'ue')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_MENU_NAME) || 'eintrag';

/** An address as it is meant: a place of this Kontor, copied from the address bar, is its path; a host alone is a page. */
export function urlFor(type: MenuItemAbout['Type'], typed: string, origin: string): string {
  const url = typed.trim();
  if (type === 'predefined')
    return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url === origin ? '/' : url;
  const isHost = /^[\w-]+(\.[\w-]+)+(:\d+)?([/?].*)?$/.test(url);
  return type === 'userDefinedUrl' && isHost ? `https://${url}` : url;
}

/** What the entry is once all that its type does not have is left out. */
export function settled(about: MenuItemAbout, { sessionHosts }: MenuAllowed): MenuItemAbout {
  const isPage = about.Type === 'userDefinedUrl' && /^https?:/i.test(about.URL);
  const Method = isPage ? about.Method : 'GET';
  const Session = isPage && about.Session && sessionHosts.includes(partsOfMenuUrl(about.URL).host);
  return { ...about, Method, Session, ResourceId: Session || Method === 'POST' ? about.ResourceId.trim() : '' };
}

/** What is wrong with what was entered, by field. */
export function faultsOf(about: MenuItemAbout, allowed: MenuAllowed): Partial<Record<keyof MenuItemAbout, Fault>> {
  const { Caption, Name, Type, URL: url } = about;
  const verdict = judgeMenuItem(about, allowed);
  const refused = Type === 'predefined' ? 'badPath' : Type === 'userDefinedUrl' ? 'badUrl' : 'badProgram';
  const ofUrl: Fault | undefined =
    url === ''
      ? 'missing'
      : verdict === 'MENU_HOST_UNLISTED'
        ? 'unlisted'
        : verdict !== undefined || /\s/.test(url)
          ? refused
          : undefined;
  return {
    ...(Caption.trim() === '' ? { Caption: 'missing' as const } : {}),
    ...(/^[a-z0-9][a-z0-9._-]*$/.test(Name) ? {} : { Name: 'badName' as const }),
    ...(ofUrl === undefined ? {} : { URL: ofUrl }),
  };
}
