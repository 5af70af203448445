import { COUNT_CAP, savedQueries, type SavedFilter } from '@kontor/contract/activity';
import { useEffect, useMemo, useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { matchPath, useTexts, useZone } from '../../../shell/index.ts';
import { OrderedLinks } from '../../../shell/menu/ordered-links.tsx';
import type { MenuPart } from './menu-part.ts';
import { SOURCE, savedAddress } from './rules.ts';
import { savedTexts } from './texts.ts';
import { useSavedActions } from './use-actions.ts';

type Counts = ReadonlyMap<string, number>;
const NO_COUNTS: Counts = new Map();

/** Numbers of items of saved filters, kept current; what was known stands until the next answer. */
function useCounts(pinned: readonly SavedFilter[]): Counts {
  const { ask, queue, onApplied } = useClient();
  const timeZone = useZone();
  const ids = pinned
    .map(({ filterId }) => filterId)
    .toSorted()
    .join();
  const params = useMemo(() => ({ filterIds: ids.split(','), timeZone }), [ids, timeZone]);
  const { data } = useAsk(savedQueries.savedCounts, params);
  const [answer, setAnswer] = useState(data);
  if (data !== undefined && data !== answer) setAnswer(data);
  // Events of this client's own commands reload nothing: the numbers ask for themselves once all is sent.
  useEffect(
    () =>
      onApplied(() => {
        if (queue.isResting()) ask.refresh(savedQueries.savedCounts, params);
      }),
    [ask, queue, onApplied, params],
  );
  return useMemo(
    () => (answer === undefined ? NO_COUNTS : new Map(answer.map(({ filterId, count }) => [filterId, count]))),
    [answer],
  );
}

const segments = new Intl.Segmenter();

/** The beginning of a name, for where it has no room. */
const shortOf = (name: string): string =>
  [...segments.segment(name)]
    .slice(0, 2)
    .map(({ segment }) => segment)
    .join('');

/** Saved filters under the entries of the menu. */
export function PinnedList({ pinned, address, onGo }: MenuPart & { pinned: readonly SavedFilter[] }) {
  const t = useTexts(savedTexts);
  const { order } = useSavedActions();
  const counts = useCounts(pinned);
  const source = matchPath(address)?.params['source'];
  const links = pinned.flatMap((filter) => {
    const { filterId, name } = filter;
    const to = savedAddress(filter);
    if (to === undefined) return [];
    const count = counts.get(filterId) ?? 0;
    const number = count >= COUNT_CAP ? `${COUNT_CAP - 1}+` : String(count);
    return {
      key: filterId,
      name,
      hint: count === 0 ? name : `${name}: ${t.count(number)}`,
      to,
      isCurrent: source === `${SOURCE}${filterId}`,
      mark: (
        <span className="pinned-mark" aria-hidden="true">
          {shortOf(name)}
        </span>
      ),
      end: count === 0 ? null : <span className="count">{number}</span>,
    };
  });
  return (
    <OrderedLinks title={t.title} hint={t.orderHint} links={links} sayOrdered={t.ordered} onOrder={order} onGo={onGo} />
  );
}
