import '../settings.css';
import './transfer.css';
import { mailQueries } from '@kontor/contract/mail';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';
import { Failed, useTexts } from '../../../../shell/index.ts';
import { SkeletonBlock, StatePage } from '../../../../ui/parts.tsx';
import { ExportForm } from './export-form.tsx';
import { ImportForm } from './import-form.tsx';
import { Imports } from './imports.tsx';
import { texts } from './texts.ts';

/** Mails of files come into a mailbox here, and those of a mailbox into a file. */
export function Transfer() {
  const t = useTexts(texts);
  const client = useClient();
  const ownId = useValue(client.user)?.id;
  const { data, failure, retry } = useAsk(mailQueries.accountSettings, {});
  if (data === undefined) {
    if (failure !== undefined) return <Failed failure={failure} title={t.failed} onRetry={retry} />;
    return <SkeletonBlock width="100%" height={240} />;
  }
  const managed = data.filter(({ ownerId }) => ownerId === ownId);
  if (managed.length === 0)
    return (
      <StatePage icon="envelope-simple" title={t.none}>
        {t.noneHint}
      </StatePage>
    );
  return (
    <section className="mail-accounts transfer">
      <ImportForm accounts={managed} />
      <Imports accounts={managed} />
      <ExportForm accounts={managed} />
    </section>
  );
}
