import './choice.css';
import { useEffect } from 'react';
import { useValue } from '../../../client/react.tsx';
import { useAccountEntries, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Icon } from '../../../ui/parts.tsx';
import { dropShared, shared } from './shared-state.ts';
import { sharedTexts } from './shared-texts.ts';
import { useTakeInto } from './use-shared.ts';

/** Asks into which account something goes that another app has shared. Of one account alone nobody is asked. */
export function SharedChoice() {
  const t = useTexts(sharedTexts);
  const [given] = useValue(shared);
  const { accountEntries } = useAccountEntries();
  const takeInto = useTakeInto();
  const signedIn = accountEntries.filter(({ state }) => state === 'in');
  const [only, second] = signedIn;
  const isSure = given !== undefined && only !== undefined && second === undefined;
  useEffect(() => {
    if (isSure) takeInto(only.key, given);
    // oxlint-disable-next-line react/exhaustive-deps -- it is taken once, whatever is drawn anew meanwhile
  }, [isSure, given]);
  if (given === undefined || isSure) return null;
  const areFiles = given.files.length > 0;
  const close = (): void => dropShared(given);
  return (
    <Dialog title={t.title} closeLabel={t.close} onClose={close}>
      <div className="form">
        <p>{areFiles ? t.files(given.files.length) : t.text}</p>
        <p className="quiet">{areFiles ? t.hint : t.hintText}</p>
        <ul className="shared-accounts">
          {signedIn.map(({ key, account }) => (
            <li key={key}>
              <button type="button" onClick={() => takeInto(key, given)}>
                <Icon name="users" />
                <span>
                  <strong>{account.title}</strong>
                  <span className="quiet">{account.user}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <footer>
          <Button onClick={close}>{t.cancel}</Button>
        </footer>
      </div>
    </Dialog>
  );
}
