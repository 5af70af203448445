import type { Link } from '@kontor/contract/record';

/** What names a record where it is chosen, linked or opened. */
export type Named = Pick<Link, 'idoId' | 'idoInstanceId' | 'displayName' | 'instanceTitle' | 'instanceColor'>;

/** A change of an item's links that the server may not have told of yet. */
export interface Pending {
  readonly to: 'linked' | 'unlinked' | 'dismissed';
  readonly link: Link;
}

/** Chips that are shown before the rest is folded away. */
export const MAX_CHIPS = 3;

const isOf =
  ({ link: { idoId } }: Pending) =>
  (link: Link): boolean =>
    link.idoId === idoId;

/** Whether the links are as a change wants them. */
export function isReflected(links: readonly Link[], pending: Pending): boolean {
  const own = links.filter(isOf(pending));
  if (pending.to === 'linked') return own.some(({ isSuggested }) => !isSuggested);
  return own.every(({ isSuggested }) => isSuggested !== (pending.to === 'dismissed'));
}

function withOne(links: readonly Link[], pending: Pending): readonly Link[] {
  if (isReflected(links, pending)) return links;
  const isOwn = isOf(pending);
  switch (pending.to) {
    case 'linked': {
      const others = links.filter((link) => !isOwn(link));
      const linked = others.filter(({ isSuggested }) => !isSuggested);
      return [...linked, pending.link, ...others.slice(linked.length)];
    }
    case 'unlinked':
      return links.filter((link) => link.isSuggested || !isOwn(link));
    case 'dismissed':
      return links.filter((link) => !link.isSuggested || !isOwn(link));
  }
}

/** The links as the person wants them: the server's, with what they have changed since. */
export const withPending = (links: readonly Link[], pending: readonly Pending[]): readonly Link[] =>
  pending.reduce(withOne, links);

/** A record as it stands at an item once somebody has linked it. `at`: seconds since 1970. */
export const linkedByHand = (record: Named, by: string, at: number): Link => ({
  idoId: record.idoId,
  idoInstanceId: record.idoInstanceId,
  displayName: record.displayName,
  instanceTitle: record.instanceTitle,
  instanceColor: record.instanceColor,
  isSuggested: false,
  reason: 'hand',
  detail: by,
  at,
});

/** Somebody who has to do with an item. */
export interface Contact {
  readonly address: string;
  readonly name: string;
}

/** What an address is called among these people; the address itself where nobody says. */
export const nameOfAddress = (address: string, people: readonly Contact[]): string =>
  people.find((one) => one.name !== '' && one.address.toLowerCase() === address.toLowerCase())?.name ?? address;
