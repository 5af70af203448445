import '../settings.css';
import './transfer.css';
import { mailQueries } from '@kontor/contract/mail';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';
import { Answer } from '../../../../shell/failures/answer.tsx';
import { useTexts } from '../../../../shell/index.ts';
import { Section } from '../../../../ui/section.tsx';
import { StatePage } from '../../../../ui/parts.tsx';
import { ExportForm } from './export-form.tsx';
import { ImportForm } from './import-form.tsx';
import { Imports } from './imports.tsx';
import { texts } from './texts.ts';

/** Mails of files come into a mailbox here, and those of a mailbox into a file. */
export function Transfer() {
  const t = useTexts(texts);
  const client = useClient();
  const ownId = useValue(client.user)?.id;
  const answer = useAsk(mailQueries.accountSettings, {});
  return (
    <Answer answer={answer} title={t.failed}>
      {(accounts) => {
        const managed = accounts.filter(({ ownerId }) => ownerId === ownId);
        return managed.length === 0 ? (
          <StatePage icon="envelope-simple" title={t.none}>
            {t.noneHint}
          </StatePage>
        ) : (
          <Section>
            <ImportForm accounts={managed} />
            <Imports accounts={managed} />
            <ExportForm accounts={managed} />
          </Section>
        );
      }}
    </Answer>
  );
}
