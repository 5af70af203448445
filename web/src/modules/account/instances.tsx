import { useState } from 'react';
import type { Seat } from '../../client/kontor.ts';
import { useClient, useKontor, useValue } from '../../client/react.tsx';
import { useSeats, useShell, useTexts } from '../../shell/index.ts';
import { texts } from '../../shell/lazy/instances-texts.ts';
import { SeatMark, SeatState, titleOf, useDetailsOf } from '../../shell/lazy/seat.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { Button, Callout } from '../../ui/parts.tsx';

/** The accounts of this device: which one is shown, how they are doing, and a way to add and to remove one. */
export function Instances() {
  const t = useTexts(texts);
  const { adding, unfinished } = useShell();
  const counts = useValue(unfinished);
  const { seats } = useSeats();
  const [removing, setRemoving] = useState<Removing>();
  const kontor = useKontor();
  return (
    <>
      <ul className="instances">
        {seats.map((seat) => (
          <Instance
            key={seat.key}
            seat={seat}
            count={counts.get(seat.key)}
            onRemove={() => void kontor.unsaved(seat.key).then((unsaved) => setRemoving({ seat, ...unsaved }))}
          />
        ))}
      </ul>
      <Button icon="plus" onClick={() => adding.set('new')}>
        {t.add}
      </Button>
      <p className="quiet">{t.hint}</p>
      {removing === undefined ? null : <Remove {...removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

function Instance({ seat, count, onRemove }: { seat: Seat; count: number | undefined; onRemove: () => void }) {
  const t = useTexts(texts);
  const client = useClient();
  const { take } = useSeats();
  const detailsOf = useDetailsOf();
  const title = titleOf(seat);
  const isShown = seat.key === client.key;
  const more = [
    ...detailsOf(seat),
    ...(isShown ? [t.shown] : []),
    ...(count === undefined ? [] : [count > 0 ? t.unfinished(count) : t.nothingOpen]),
  ];
  return (
    <li aria-current={isShown}>
      <SeatMark seat={seat} />
      <div className="instance-name">
        <strong>{title}</strong>
        <div className="quiet small">{more.join(' · ')}</div>
      </div>
      {seat.state === 'in' ? <SeatState seat={seat} count={0} /> : null}
      {isShown ? null : seat.state === 'in' ? (
        <Button aria-label={t.switchTo(`${title} (${seat.account.user})`)} onClick={() => take(seat)}>
          {t.switch}
        </Button>
      ) : (
        <Button aria-label={t.signInTo(`${title} (${seat.account.user})`)} onClick={() => take(seat)}>
          {t.signIn}
        </Button>
      )}
      <Button kind="plain" aria-label={t.removeOne(`${title} (${seat.account.user})`)} onClick={onRemove}>
        {t.remove}
      </Button>
    </li>
  );
}

interface Removing {
  readonly seat: Seat;
  readonly changes: number;
  readonly drafts: number;
}

/** Asks before an account is forgotten, and says what would be lost with it. */
function Remove({ seat, changes, drafts, onClose }: Removing & { onClose: () => void }) {
  const t = useTexts(texts);
  const kontor = useKontor();
  const { notices } = useShell();
  const [busy, setBusy] = useState(false);
  const name = `${titleOf(seat)} (${seat.account.user})`;
  const remove = async (): Promise<void> => {
    setBusy(true);
    const isEnded = await kontor.remove(seat.key);
    onClose();
    notices.show({ text: `${t.removed(name)}${isEnded ? '' : ` ${t.endedLater}`}` });
  };
  return (
    <Dialog title={t.removeTitle(name)} closeLabel={t.close} onClose={onClose}>
      <div className="settings-section">
        <p>{t.removeText}</p>
        {changes + drafts > 0 ? (
          <Callout tone="fault" icon="warning">
            {t.lost(changes, drafts)}
          </Callout>
        ) : (
          <p className="quiet">{t.nothingLost}</p>
        )}
      </div>
      <footer>
        <Button autoFocus onClick={onClose}>
          {t.keep}
        </Button>
        <Button kind="danger" disabled={busy} onClick={() => void remove()}>
          {t.remove}
        </Button>
      </footer>
    </Dialog>
  );
}
