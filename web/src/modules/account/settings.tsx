import { useClient, useValue } from '../../client/react.tsx';
import { useTexts } from '../../shell/index.ts';
import { useSignOut } from '../../shell/accounts/sign-out.ts';
import { Button } from '../../ui/parts.tsx';
import { OwnPicture } from './avatar.tsx';
import { Instances } from './instances.tsx';
import { texts } from './texts.ts';

/** Who is signed in, and where. */
export function Common() {
  const t = useTexts(texts);
  const client = useClient();
  const user = useValue(client.user);
  const configuration = useValue(client.configuration);
  const signOut = useSignOut();
  const name = user === undefined ? client.account.user : `${user.firstName} ${user.lastName}`.trim();
  return (
    <>
      <section className="settings-section">
        <h2>{t.person}</h2>
        <div>
          <strong>{name}</strong>
          <div className="quiet">
            {user?.userName ?? client.account.user}
            {configuration?.isAdministrator ? ` · ${t.administrator}` : ''}
          </div>
        </div>
        <OwnPicture name={name} />
      </section>
      <section className="settings-section">
        <h2>{t.instances}</h2>
        <Instances />
      </section>
      <section className="settings-section">
        <p className="quiet">{t.signOutHint}</p>
        <Button icon="sign-out" onClick={signOut}>
          {t.signOut}
        </Button>
      </section>
    </>
  );
}
