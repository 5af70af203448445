import { auditQueries } from '@kontor/contract/account';
import type { ResultOf } from '@kontor/contract/kernel';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { Button, Callout } from '../../../ui/parts.tsx';
import { CopyButton } from '../../../shell/forms/copy-button.tsx';
import { texts } from './texts.ts';

/** Whether the log is whole. It is checked when the page is opened and when it is asked for: the server reads all entries for it. */
export function Chain() {
  const t = useTexts(texts);
  const { transport } = useClient();
  const formats = useFormats();
  const [state, setState] = useState<ResultOf<typeof auditQueries.auditState> | 'checking' | 'failed'>('checking');
  const check = useCallback(async () => {
    setState('checking');
    setState(
      await transport.query(auditQueries.auditState, {}).then(
        ({ results }) => results,
        () => 'failed' as const,
      ),
    );
  }, [transport]);
  useEffect(() => {
    const timer = setTimeout(() => void check(), 0);
    return () => clearTimeout(timer);
  }, [check]);
  const again = (
    <Button kind="plain" disabled={state === 'checking'} onClick={() => void check()}>
      {t.check}
    </Button>
  );
  if (state === 'checking')
    return (
      <Callout icon="shield-check" action={again}>
        {t.chainChecking}
      </Callout>
    );
  if (state === 'failed')
    return (
      <Callout icon="warning" action={again}>
        {t.chainFailed}
      </Callout>
    );
  const { brokenAt, entries, lastHash } = state;
  if (brokenAt !== null)
    return (
      <Callout tone="fault" icon="warning-octagon" action={again}>
        {t.chainBroken(formats.number(brokenAt))}
      </Callout>
    );
  return (
    <Callout tone="good" icon="shield-check" action={again}>
      {t.chainWhole(entries)}
      {lastHash === null ? null : (
        <p className="chain-hash" title={t.hashHint}>
          {t.lastHash}: <code>{`${lastHash.slice(0, 16)}…`}</code>
          <CopyButton text={lastHash} label={t.copy} plain />
        </p>
      )}
    </Callout>
  );
}
