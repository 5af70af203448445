import { Suspense, useMemo, type ReactNode } from 'react';
import { useGo, useKeys, useShell, useTexts, type ScreenProps } from '../../../shell/index.ts';
import { IconButton, StatePage } from '../../../ui/parts.tsx';
import { ItemList } from './item-list.tsx';
import { inboxSourceOf } from './inbox-source.ts';
import { defaultPathOf } from '../lists/screens.ts';
import { noRowsTexts } from './no-rows-texts.ts';
import { texts } from '../texts.ts';
import { ListTitle, AppearanceButton } from './toolbar.tsx';
import { useAppearance } from './use-appearance.ts';

/** Everything unfinished, of all kinds: the first list that a person sees. It has no filter. */
export function Inbox({ address }: ScreenProps) {
  const t = useTexts(texts);
  const { inboxEmpty, inboxEmptyHint } = useTexts(noRowsTexts);
  const go = useGo();
  const search = () => go(defaultPathOf('filterList'));
  useKeys({ '/': search });
  const used = useAppearance('inbox');
  const { sort } = used.appearance;
  const source = useMemo(() => inboxSourceOf(sort), [sort]);
  const empty = useShell().modules.reduceRight<ReactNode>(
    (otherwise, { name, emptyInbox: Says }) =>
      Says === undefined ? otherwise : <Says key={name} otherwise={otherwise} />,
    <StatePage icon="check-circle" title={inboxEmpty}>
      {inboxEmptyHint}
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
          <AppearanceButton used={used} mixed />
          <IconButton icon="magnifying-glass" label={t.search} hotkey="/" onClick={search} />
        </ListTitle>
      )}
      empty={<Suspense>{empty}</Suspense>}
    />
  );
}
