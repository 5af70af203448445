import { invitationCommands, type MailDetail } from '@kontor/contract/mail';
import { useState } from 'react';
import { asFailure } from '../../../client/failure.ts';
import { useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import { invitationTexts } from './invitation-texts.ts';

const takeFocus = (link: HTMLElement | null): void => link?.focus();

type Offer = NonNullable<MailDetail['unsubscribe']>;

/** Ends a mailing list or newsletter, as the mail offers it. */
export function Unsubscribe({ mail: { unsubscribe, aggregateId } }: { mail: MailDetail }) {
  const t = useTexts(invitationTexts);
  const [isOpen, setOpen] = useState(false);
  if (unsubscribe === null) return null;
  const { state } = unsubscribe;
  return (
    <span className="unsubscribe">
      {state === null ? null : (
        <span className="quiet" role="status">
          {state === 'done' ? <Icon name="check" small /> : null} {t.unsubscribeStates[state]}
        </span>
      )}
      {state === 'asked' || state === 'done' ? null : (
        <button type="button" className="link-button" onClick={() => setOpen(true)}>
          {t.unsubscribe}
        </button>
      )}
      {isOpen ? <Ask aggregateId={aggregateId} offer={unsubscribe} onClose={() => setOpen(false)} /> : null}
    </span>
  );
}

function Ask({ aggregateId, offer, onClose }: { aggregateId: string; offer: Offer; onClose: () => void }) {
  const t = useTexts(invitationTexts);
  const client = useClient();
  const { notices } = useShell();
  const [isBusy, setBusy] = useState(false);
  const [url, setUrl] = useState<string>();
  const { host } = offer;
  const go = async (): Promise<void> => {
    setBusy(true);
    try {
      const { url: page } = await client.sendNow(invitationCommands.unsubscribe, { aggregateId });
      if (page === null) {
        onClose();
        notices.show({ text: t.unsubscribeAsked(host) });
      } else if (/^https?:/i.test(page)) setUrl(page);
      else notices.show({ text: t.unsubscribeNot, tone: 'fault' });
    } catch (error) {
      const { kind, code } = asFailure(error);
      const text =
        kind === 'offline' ? t.offline : code === 'UNSUBSCRIBE_NOT_OFFERED' ? t.unsubscribeNot : t.unsubscribeFailed;
      notices.show({ text, tone: 'fault' });
    }
    setBusy(false);
  };
  return (
    <Dialog title={t.unsubscribeTitle(host)} closeLabel={t.close} onClose={onClose}>
      <p>{t.unsubscribeWays[offer.way](host)}</p>
      <footer>
        <Button onClick={onClose}>{t.cancel}</Button>
        {url === undefined ? (
          <Button kind="primary" aria-disabled={isBusy} onClick={() => (isBusy ? undefined : void go())}>
            {offer.way === 'link' ? t.unsubscribeShow : t.unsubscribeGo}
          </Button>
        ) : (
          <a
            // The button that it takes the place of had the focus: without one, Escape would leave the mail.
            ref={takeFocus}
            className="button"
            data-kind="primary"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={onClose}
          >
            {t.unsubscribeOpen(host)}
          </a>
        )}
      </footer>
    </Dialog>
  );
}
