import './folders.css';
import { writingQueries } from '@kontor/contract/mail';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { Link, href, useTexts } from '../../../shell/index.ts';
import { FOLDERS, folderAddress, type Folder } from './folder-names.ts';
import { folderTexts } from './folder-texts.ts';
import { useOutbox } from './use-outbox.ts';

/** All that was sent, by Kontor or by another program of the mailbox. */
const SENT = `${href('mailList', { view: 'all', date: 'all', source: 'main' })}?dir=out`;

/** The ways to what was sent and, with how many there are, to drafts, templates and the outbox for who may write. `filter`: of the list that is shown. */
export function FolderChips({ shown, filter }: { shown?: Folder; filter?: { readonly direction: string } }) {
  const t = useTexts(folderTexts);
  const client = useClient();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  const { data: written } = useAsk(writingQueries.accounts, mayWrite ? {} : undefined);
  const { data: outbox } = useOutbox(mayWrite ? 'own' : undefined);
  const isSent = filter?.direction === 'outgoing';
  const counts: Readonly<Record<Folder, number>> = {
    drafts: written === undefined ? 0 : written.drafts.length + written.autoDrafts.length + written.globalDrafts.length,
    templates: 0,
    outbox: outbox?.filter(({ state }) => state !== 'sent' && state !== 'cancelled').length ?? 0,
  };
  return (
    <nav className="folder-chips" aria-label={t.label}>
      <Link
        to={isSent ? href('mailList', { view: 'usual', date: 'usual', source: 'main' }) : SENT}
        className="chip"
        data-on={isSent}
        aria-current={isSent ? 'page' : undefined}
      >
        {t.sent}
      </Link>
      {(mayWrite ? FOLDERS : []).map((folder) => (
        <Link
          key={folder}
          to={folderAddress(folder)}
          className="chip"
          {...(folder === shown ? { 'aria-current': 'page' as const } : {})}
        >
          {counts[folder] > 0 ? `${t.folders[folder]} ${counts[folder]}` : t.folders[folder]}
        </Link>
      ))}
    </nav>
  );
}
