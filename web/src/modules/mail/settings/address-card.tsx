import { useState } from 'react';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { Button, Callout } from '../../../ui/parts.tsx';
import { addressTexts } from './address-texts.ts';
import { CardHead, type CardProps } from './parts.tsx';
import { Remove } from './remove.tsx';
import { AccountSending } from './sending/part.tsx';
import { AccountSharing } from './sharing/part.tsx';
import { texts } from './texts.ts';

type AddressPhase = 'watching' | 'syncing' | 'paused';
const isAddressPhase = (phase: string): phase is AddressPhase =>
  phase === 'watching' || phase === 'syncing' || phase === 'paused';

/** An address that Kontor receives for, with what has come. */
export function AddressCard({ account, isNew, onEdit, onChanged, onRemoved }: CardProps) {
  const t = useTexts(texts);
  const a = useTexts(addressTexts);
  const formats = useFormats();
  const [removing, setRemoving] = useState(false);
  const { state } = account;
  const phase = isAddressPhase(state.phase) ? state.phase : 'watching';
  return (
    <article className="account-card">
      <CardHead account={account} phase={phase} label={a.phases[phase]} />
      {phase === 'paused' ? <Callout icon="warning">{a.pausedHint}</Callout> : null}
      <p className="quiet small">
        {[
          a.received,
          t.members(account.memberIds.length),
          state.lastSync === null ? a.noneYet : a.last(formats.full(Date.parse(state.lastSync) / 1000)),
          state.quarantined === 0 ? '' : t.quarantined(state.quarantined),
          account.changeable ? '' : t.foreign,
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
      <AccountSending account={account} isNew={isNew} onChanged={onChanged} />
      <AccountSharing account={account} onChanged={onChanged} />
      {account.changeable ? (
        <footer>
          <Button icon="pencil-simple" onClick={onEdit}>
            {t.edit}
          </Button>
          <Button kind="danger" icon="trash" onClick={() => setRemoving(true)}>
            {t.remove}
          </Button>
        </footer>
      ) : null}
      {removing ? (
        <Remove
          account={account}
          text={a.removeText}
          done={a.removed}
          rows={{ onChanged, onRemoved }}
          onClose={() => setRemoving(false)}
        />
      ) : null}
    </article>
  );
}
