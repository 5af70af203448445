import { sessionQueries } from '@kontor/contract/account';
import { mailQueries } from '@kontor/contract/mail';
import type { ComponentProps } from 'react';
import { useAsk } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { StatePage } from '../../ui/parts.tsx';
import { defineList, type ListDeclaration } from '../activity/index.tsx';
import { NoMailbox } from './no-mailbox.tsx';
import { FolderChips } from './composer/folder-chips.tsx';
import { texts } from './texts.ts';

/** All mails of the person's boxes. */
export const mailList = defineList({
  route: 'mailList',
  name: 'email',
  from: 'module',
  title: { de: texts.de.mails, en: texts.en.mails },
  search: { de: texts.de.search, en: texts.en.search },
  query: mailQueries.items,
  params: (params) => params,
  views: ['open', 'mine', 'all'],
  default: { view: 'open', date: 'today' },
  useBoxes: () => useAsk(mailQueries.boxes, {}).data?.boxes,
  useUsers: () => useAsk(sessionQueries.moduleUsers, { module: 'email' }).data,
  directions: true,
  hides: true,
  beside: FolderChips,
  empty: NoMails,
});

function NoMails({ filter, otherwise }: ComponentProps<ListDeclaration['empty']>) {
  const t = useTexts(texts);
  return (
    <NoMailbox
      otherwise={
        otherwise ?? (
          <StatePage icon="check-circle" title={t.empty[filter.view === 'custom' ? 'all' : filter.view]}>
            {t.emptyHint}
          </StatePage>
        )
      }
    />
  );
}
