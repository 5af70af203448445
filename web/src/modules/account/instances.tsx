import { useState } from 'react';
import type { Seat } from '../../client/kontor.ts';
import { useClient, useKontor, useValue } from '../../client/react.tsx';
import { useSeats, useShell, useTexts } from '../../shell/index.ts';
import { texts } from '../../shell/lazy/instances-texts.ts';
import { accountCommand, forgetRecent } from '../../shell/lazy/recent.ts';
import { SeatMark, SeatState, titleOf, useDetailsOf } from '../../shell/lazy/seat.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { Button, Callout } from '../../ui/parts.tsx';

/** The accounts of this device: which one is shown, how they are doing, and a way to add and to remove one. */
export function Instances() {
  const t = useTexts(texts);
  const { adding, notices, unfinished, unsaved } = useShell();
  const counts = useValue(unfinished);
  const { seats } = useSeats();
  const [removing, setRemoving] = useState<Removing>();
  const kontor = useKontor();
  const ask = async (seat: Seat): Promise<void> => {
    try {
      const { changes, drafts } = await kontor.unsaved(seat.key);
      const edited = unsaved.entries.get().filter(({ account }) => account === seat.key);
      setRemoving({ seat, changes, drafts: drafts + edited.length });
    } catch {
      notices.show({ text: t.notAsked, tone: 'fault', action: { label: t.retry, run: () => void ask(seat) } });
    }
  };
  return (
    <>
      <ul className="instances">
        {seats.map((seat) => (
          <Instance key={seat.key} seat={seat} count={counts.get(seat.key)} onRemove={() => void ask(seat)} />
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
  /** `known`: whether the session has ended on the server, where that was tried before. */
  const remove = async (known?: boolean): Promise<void> => {
    setBusy(true);
    let isEnded = known;
    try {
      isEnded ??= await kontor.signOut(seat.key);
      await kontor.remove(seat.key);
      forgetRecent(kontor.env.settings, accountCommand(seat.key));
      notices.show({ text: `${t.removed(name)}${isEnded ? '' : ` ${t.endedLater}`}` });
    } catch {
      // This dialog may be gone by now, with the screen of the account.
      notices.show({
        text: t.notRemoved(name),
        tone: 'fault',
        action: { label: t.retry, run: () => void remove(isEnded) },
      });
    }
    onClose();
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
