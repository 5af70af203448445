import { mailQueries } from '@kontor/contract/mail';
import { useEffect, useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout } from '../../../ui/parts.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { texts } from '../texts.ts';
import { downloadSource } from './source.ts';

export type Inside = 'headers' | 'source';

/** Bytes of the source that are shown; a browser lays out no more of it in a breath. */
const SHOWN_BYTES = 512 * 1024;

/** A mail as it arrived: its header fields, and its source. */
export function MailInside({
  aggregateId,
  first,
  onClose,
}: {
  aggregateId: string;
  first: Inside;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const [tab, setTab] = useState(first);
  const [tries, setTries] = useState(0);
  const tabs = [
    { key: 'headers', label: t.headers },
    { key: 'source', label: t.sourceText },
  ] as const;
  return (
    <Dialog title={t.inside} closeLabel={t.close} size="l" onClose={onClose}>
      <div className="mail-inside">
        <Tabs label={t.inside} tabs={tabs} value={tab} onChange={setTab} />
        <div role="tabpanel" aria-label={tab === 'headers' ? t.headers : t.sourceText}>
          {tab === 'headers' ? (
            <Headers aggregateId={aggregateId} />
          ) : (
            <Source key={tries} aggregateId={aggregateId} onRetry={() => setTries(tries + 1)} />
          )}
        </div>
      </div>
      <footer>
        <Button icon="download-simple" onClick={() => void downloadSource(client, notices, t, aggregateId)}>
          {t.source}
        </Button>
      </footer>
    </Dialog>
  );
}

function Headers({ aggregateId }: { aggregateId: string }) {
  const t = useTexts(texts);
  const { data, failure, retry } = useAsk(mailQueries.headers, { aggregateId });
  if (data === undefined) return failure === undefined ? <Waiting /> : <Failed onRetry={retry} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className="mail-inside-scroll" tabIndex={0} role="region" aria-label={t.headers}>
      <table className="headers">
        <tbody>
          {data.headers.map(({ name, value }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- fields repeat, and their order is all that tells them apart
            <tr key={index}>
              <th scope="row">{name}</th>
              <td>
                <bdi>{value}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.truncated ? <p className="quiet">{t.headersCut}</p> : null}
    </div>
  );
}

function Source({ aggregateId, onRetry }: { aggregateId: string; onRetry: () => void }) {
  const t = useTexts(texts);
  const client = useClient();
  const [state, setState] = useState<{ readonly text: string; readonly cut: boolean } | 'failed'>();
  useEffect(() => {
    const stop = new AbortController();
    const load = async (): Promise<void> => {
      // One byte more tells whether there is more.
      const options = { signal: stop.signal, firstBytes: SHOWN_BYTES + 1 };
      const blob = await client.transport.bytes(mailQueries.source, { aggregateId }, options);
      const text = new TextDecoder().decode(await blob.slice(0, SHOWN_BYTES).arrayBuffer());
      if (!stop.signal.aborted) setState({ text, cut: blob.size > SHOWN_BYTES });
    };
    load().catch(() => {
      if (!stop.signal.aborted) setState('failed');
    });
    return () => stop.abort();
  }, [client, aggregateId]);
  if (state === undefined) return <Waiting />;
  if (state === 'failed') return <Failed onRetry={onRetry} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className="mail-inside-scroll" tabIndex={0} role="region" aria-label={t.sourceText}>
      <pre>{state.text}</pre>
      {state.cut ? <p className="quiet">{t.sourceCut}</p> : null}
    </div>
  );
}

const Waiting = () => (
  <div className="delayed mail-inside-scroll" aria-hidden="true">
    <SkeletonBlock width="100%" height={160} />
  </div>
);

function Failed({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(texts);
  return (
    <Callout tone="fault" icon="warning" action={<Button onClick={onRetry}>{t.retry}</Button>}>
      {t.insideFailed}
    </Callout>
  );
}
