import './folders.css';
import { writingQueries } from '@kontor/contract/mail';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { Link, useTexts } from '../../../shell/index.ts';
import { FOLDERS, folderAddress, type Folder } from './folder-names.ts';
import { folderTexts } from './folder-texts.ts';
import { useOutbox } from './use-outbox.ts';

/** The ways to drafts, templates and the outbox, with how many there are, for who may write. */
export function FolderChips({ shown }: { shown?: Folder }) {
  const t = useTexts(folderTexts);
  const client = useClient();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  const { data: written } = useAsk(writingQueries.accounts, mayWrite ? {} : undefined);
  const { data: outbox } = useOutbox(mayWrite ? 'own' : undefined);
  if (!mayWrite) return null;
  const counts: Readonly<Record<Folder, number>> = {
    drafts: written === undefined ? 0 : written.drafts.length + written.autoDrafts.length + written.globalDrafts.length,
    templates: 0,
    outbox: outbox?.filter(({ state }) => state !== 'sent' && state !== 'cancelled').length ?? 0,
  };
  return (
    <nav className="folder-chips" aria-label={t.label}>
      {FOLDERS.map((folder) => (
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
