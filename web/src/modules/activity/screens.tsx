import { Suspense, useMemo, type ReactNode } from 'react';
import { href, useGo, useKeys, useShell, useTexts, type ScreenProps } from '../../shell/index.ts';
import { lazily } from '../../ui/lazily.tsx';
import { IconButton, StatePage } from '../../ui/parts.tsx';
import type { ListDeclaration } from './define-list.ts';
import { ItemList } from './item-list.tsx';
import { compareBy, isNewestFirst } from './look.ts';
import { inboxSource } from './sources.ts';
import { texts } from './texts.ts';
import { ListTitle, LookButton } from './toolbar.tsx';
import { useLook } from './use-look.ts';

/** Address of a list as it was left the last time. */
export const usually = (route: ListDeclaration['route']): string =>
  href(route, { view: 'usual', date: 'usual', source: 'main' });

/** The screen that the engine makes of a declared list; both are loaded when it is shown for the first time. */
export const listScreen = (load: () => Promise<ListDeclaration>) => {
  const component = lazily(async () => {
    const [{ screenOf }, list] = await Promise.all([import('./lists/screen.tsx'), load()]);
    return screenOf(list);
  });
  return { kind: 'list' as const, component };
};

/** Everything unfinished, of all kinds: the one list that is there before anything is loaded, and has no filter. */
export function Inbox({ address }: ScreenProps) {
  const t = useTexts(texts);
  const go = useGo();
  const search = () => go(usually('filterList'));
  useKeys({ '/': search });
  const used = useLook('inbox');
  const { sort } = used.look;
  const source = useMemo(
    () =>
      isNewestFirst(sort)
        ? inboxSource
        : {
            ...inboxSource,
            id: `inbox|${sort.property}|${sort.direction}`,
            sorted: { by: sort, compare: compareBy(sort) },
          },
    [sort],
  );
  const empty = useShell().modules.reduceRight<ReactNode>(
    (otherwise, { name, emptyInbox: Says }) =>
      Says === undefined ? otherwise : <Says key={name} otherwise={otherwise} />,
    <StatePage icon="check-circle" title={t.inboxEmpty}>
      {t.inboxEmptyHint}
    </StatePage>,
  );
  return (
    <ItemList
      source={source}
      from="inbox"
      label={t.inbox}
      mixed
      used={used}
      address={address}
      toolbar={(total) => (
        <ListTitle title={t.inbox} total={total}>
          <LookButton used={used} mixed />
          <IconButton icon="magnifying-glass" label={t.search} hotkey="/" onClick={search} />
        </ListTitle>
      )}
      empty={<Suspense>{empty}</Suspense>}
    />
  );
}
