import { mailQueries } from '@kontor/contract/mail';
import type { ReactNode } from 'react';
import { useAsk } from '../../client/react.tsx';
import { href, useGo, useTexts } from '../../shell/index.ts';
import { Button, StatePage } from '../../ui/parts.tsx';
import { texts } from './texts.ts';

/** What an empty list says: the way to a mailbox for a person who has none, else what it would say otherwise. */
export function NoMailbox({ otherwise }: { otherwise: ReactNode }) {
  const t = useTexts(texts);
  const go = useGo();
  const boxes = useAsk(mailQueries.boxes, {}).data?.boxes.filter(({ isVirtual }) => !isVirtual);
  if (boxes?.length !== 0) return otherwise;
  return (
    <StatePage
      icon="envelope-simple"
      title={t.empty.all}
      action={
        <Button kind="primary" onClick={() => go(href('settings', { selectedSettingsTab: 'mail' }))}>
          {t.addAccount}
        </Button>
      }
    >
      {t.emptyNoAccount}
    </StatePage>
  );
}
