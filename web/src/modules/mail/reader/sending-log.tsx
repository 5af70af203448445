import { sendingQueries } from '@kontor/contract/mail';
import { useAsk } from '../../../client/react.tsx';
import { useFormats, useShell, useTexts } from '../../../shell/index.ts';
import { copyText } from '../../../ui/copy.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout } from '../../../ui/parts.tsx';
import { sendingTexts } from './sending-texts.ts';

/** What was said to the mail server and by it, try by try. */
export function SendingLog({ outgoingId, onClose }: { outgoingId: number; onClose: () => void }) {
  const t = useTexts(sendingTexts);
  const formats = useFormats();
  const { notices } = useShell();
  const { data, failure, retry } = useAsk(sendingQueries.sendingLog, { outgoingId });
  const text = (data?.tries ?? [])
    .map(({ attempt, at, lines }) => `${t.logTry(attempt, formats.full(Date.parse(at) / 1000))}\n${lines}`)
    .join('\n\n');
  const copy = async (): Promise<void> => {
    if (await copyText(text)) notices.show({ text: t.copied });
  };
  return (
    <Dialog title={t.log} closeLabel={t.close} size="l" onClose={onClose}>
      {data === undefined ? (
        failure === undefined ? (
          <div className="delayed" aria-hidden="true">
            <SkeletonBlock width="100%" height={160} />
          </div>
        ) : (
          <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
            {failure.kind === 'offline' ? t.offline : t.logFailed}
          </Callout>
        )
      ) : text === '' ? (
        <p className="quiet">{t.logEmpty}</p>
      ) : (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard */}
          <div className="mail-inside-scroll" tabIndex={0} role="region" aria-label={t.log}>
            <pre>{text}</pre>
          </div>
          <footer>
            <Button icon="copy" onClick={() => void copy()}>
              {t.copy}
            </Button>
          </footer>
        </>
      )}
    </Dialog>
  );
}
