import '../phonecall.css';
import { CALL_FILTERS, phonecallQueries } from '@kontor/contract/phonecall';
import type { ComponentProps } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useLanguage, useShell, useTexts } from '../../../shell/index.ts';
import { Button, StatePage } from '../../../ui/parts.tsx';
import { defineList, type ListDeclaration, type OwnFilters } from '../../activity/index.tsx';
import { newCallHref } from '../addresses.ts';
import { DialLine } from './dial-line.tsx';
import { callFrames } from './frames.ts';
import { listTexts } from './list-texts.ts';
import { FILTER_ICONS, OWN_FILTERS, isListed } from './own-filters.ts';

const CallFilters: OwnFilters['options'] = ({ children }) => {
  const t = listTexts[useLanguage()];
  return children(OWN_FILTERS.map((key) => ({ key, label: t.filters[key], icon: FILTER_ICONS[key] })));
};

const useListsAndPeople = () => useAsk(phonecallQueries.lists, {}).data;

/** Calls that the person sees: callbacks that are wanted stand first. */
export const callList = defineList({
  route: 'phoneCallList',
  name: 'phonecall',
  from: 'module',
  title: { de: 'Anrufe', en: 'Calls' },
  search: { de: listTexts.de.search, en: listTexts.en.search },
  query: phonecallQueries.items,
  // An address may name what there is not.
  params: (params, _kinds, custom) => ({
    ...params,
    customFilter: CALL_FILTERS.find((one) => one === custom) ?? '',
  }),
  views: ['open', 'mine', 'all', 'custom'],
  ownFilters: {
    label: { de: listTexts.de.ownFilters, en: listTexts.en.ownFilters },
    default: 'missed',
    options: CallFilters,
    keeps: isListed,
  },
  frames: callFrames,
  default: { view: 'open', date: 'all' },
  useBoxes: () => useListsAndPeople()?.boxes,
  useUsers: () => useListsAndPeople()?.users,
  directions: true,
  hides: true,
  beside: DialLine,
  empty: NoCalls,
});

function NoCalls({ filter: { view }, otherwise }: ComponentProps<ListDeclaration['empty']>) {
  const t = useTexts(listTexts);
  const { tabs } = useShell();
  const { env } = useClient();
  if (otherwise !== undefined) return otherwise;
  return (
    <StatePage
      icon="phone"
      title={t.empty[view]}
      action={
        <Button icon="plus" onClick={() => tabs.open(newCallHref(env.newId()), 'beside')}>
          {t.note}
        </Button>
      }
    >
      {view === 'all' ? t.emptyHint : t.emptyViewHint}
    </StatePage>
  );
}
