import { CLIENT_VERSION } from '@kontor/contract/kernel';
import { useClient, useValue } from '../../client/react.tsx';
import { KeyList } from '../../shell/help.tsx';
import { useSettings, useShell, useTexts } from '../../shell/index.ts';
import { useSignOut } from '../../shell/sign-out.ts';
import { Segments } from '../../ui/fields.tsx';
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

/** How things look on this device. */
export function Layout() {
  const t = useTexts(texts);
  const { settings } = useShell();
  const { language, theme, rowSize, grouping, controlsMode } = useSettings();
  return (
    <section className="settings-section">
      <Segments
        label={t.language}
        value={language}
        options={[
          ['auto', t.auto],
          ['de', t.german],
          ['en', t.english],
        ]}
        onChange={(next) => settings.change({ language: next })}
      />
      <Segments
        label={t.theme}
        value={theme}
        options={[
          ['auto', t.auto],
          ['light', t.light],
          ['dark', t.dark],
        ]}
        onChange={(next) => settings.change({ theme: next })}
      />
      <Segments
        label={t.rowSize}
        value={rowSize}
        options={[
          ['large', t.large],
          ['compact', t.compact],
        ]}
        onChange={(next) => settings.change({ rowSize: next })}
      />
      <Segments
        label={t.grouping}
        value={grouping}
        options={[
          ['moduleGrouping', t.byKind],
          ['timeframe', t.byTime],
          ['none', t.ungrouped],
        ]}
        onChange={(next) => settings.change({ grouping: next })}
      />
      <Segments
        label={t.controls}
        value={controlsMode}
        options={[
          ['contextMenu', t.contextMenu],
          ['swipe', t.swipe],
        ]}
        onChange={(next) => settings.change({ controlsMode: next })}
      />
    </section>
  );
}

/** Keys and version. */
export function Help() {
  const t = useTexts(texts);
  return (
    <>
      <section className="settings-section">
        <h2>{t.keys}</h2>
        <KeyList />
      </section>
      <p className="quiet">
        {t.version} {CLIENT_VERSION}
      </p>
    </>
  );
}
