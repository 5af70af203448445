import { MESSAGE_FILTERS, messageQueries } from '@kontor/contract/message';
import type { ComponentProps } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import { useKeyName, useLanguage, useShell, useTexts } from '../../shell/index.ts';
import { Button, StatePage } from '../../ui/parts.tsx';
import type { ListDeclaration, OwnFilters } from '../activity/index.tsx';
import { listOfKind } from '../activity/lists/index.ts';
import { threadsAhead } from './ahead.ts';
import { begin } from './compose/address.ts';
import { listTexts } from './list-texts.ts';
import { FILTER_ICONS, OWN_FILTERS, isListed } from './own-filters.ts';

const MessageFilters: OwnFilters['options'] = ({ children }) => {
  const t = listTexts[useLanguage()];
  return children(OWN_FILTERS.map((key) => ({ key, label: t.filters[key], icon: FILTER_ICONS[key] })));
};

/** Messages that the person sees. */
export const messageList = listOfKind('message', messageQueries.items, {
  search: { de: listTexts.de.search, en: listTexts.en.search },
  // An address may name what there is not.
  params: (params, _kinds, custom) => ({
    ...params,
    customFilter: MESSAGE_FILTERS.find((one) => one === custom) ?? '',
  }),
  views: ['open', 'mine', 'all', 'custom'],
  ownFilters: {
    label: { de: listTexts.de.ownFilters, en: listTexts.en.ownFilters },
    default: 'unread',
    options: MessageFilters,
    keeps: isListed,
  },
  empty: NoMessages,
  directions: true,
  followed: threadsAhead,
});

function NoMessages({ filter: { view, custom }, otherwise }: ComponentProps<ListDeclaration['empty']>) {
  const t = useTexts(listTexts);
  const client = useClient();
  const { tabs } = useShell();
  const key = useKeyName()('P');
  const mayWrite = useValue(client.configuration)?.rights.createMessage === true;
  if (otherwise !== undefined) return otherwise;
  const chosen = view === 'custom' ? OWN_FILTERS.find((one) => one === custom) : undefined;
  if (chosen !== undefined)
    return (
      <StatePage icon={FILTER_ICONS[chosen]} title={t.emptyFilters[chosen].title}>
        {t.emptyFilters[chosen].hint}
      </StatePage>
    );
  return (
    <StatePage
      icon="chat-text"
      title={t.empty[view === 'custom' ? 'all' : view]}
      action={
        mayWrite ? (
          <Button kind="primary" icon="plus" onClick={() => begin(client, (address) => tabs.open(address, 'beside'))}>
            {t.write}
          </Button>
        ) : undefined
      }
    >
      {mayWrite && key !== '' ? t.emptyKey(key) : t.emptyHint}
    </StatePage>
  );
}
