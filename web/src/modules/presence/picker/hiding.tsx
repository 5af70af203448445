import { presenceCommands, presenceQueries } from '@kontor/contract/presence';
import { useState } from 'react';
import { useAsk, useClient, useValue } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { Check } from '../../../ui/fields.tsx';
import { useAttempt, useSendOnce } from '../use-problem.ts';
import { texts } from './texts.ts';

/** Whether the person is hidden, where the instance lets people hide. */
export function Hiding() {
  const t = useTexts(texts);
  const userId = useValue(useClient().user)?.id;
  const { data, retry } = useAsk(presenceQueries.user, userId === undefined ? undefined : { userId });
  const sendOnce = useSendOnce();
  const attempt = useAttempt();
  const [isBusy, setBusy] = useState(false);
  if (data?.mayHide !== true) return null;
  const hide = async (isHidden: boolean): Promise<void> => {
    setBusy(true);
    await attempt(() => sendOnce(presenceCommands.hide, { isHidden }));
    setBusy(false);
    retry();
  };
  return (
    <Check
      label={t.hide}
      hint={t.hideHint}
      checked={data.isHidden}
      disabled={isBusy}
      onChange={(event) => void hide(event.currentTarget.checked)}
    />
  );
}
