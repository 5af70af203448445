import { CLIENT_VERSION } from '@kontor/contract/kernel';
import { Suspense } from 'react';
import { useClient, useKontor, useValue } from '../../client/react.tsx';
import { KeyList } from '../../shell/help.tsx';
import {
  href,
  useFormats,
  useGo,
  useLanguage,
  useSettings,
  useShell,
  useTexts,
  type ScreenProps,
} from '../../shell/index.ts';
import { useSettingsTabs } from '../../shell/settings-tabs.ts';
import { Segments } from '../../ui/fields.tsx';
import { Button, LoadingLine } from '../../ui/parts.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { OwnPicture } from './avatar.tsx';
import { Instances } from './instances.tsx';
import { useFailedJobCount } from './failed-job-count.tsx';
import { texts } from './texts.ts';

/** The settings: one tab a subject, from whatever modules bring one. */
export function SettingsScreen({ params }: ScreenProps) {
  const t = useTexts(texts);
  const go = useGo();
  const language = useLanguage();
  const formats = useFormats();
  const tabs = useSettingsTabs();
  const failed = useFailedJobCount();
  const current = tabs.find((tab) => tab.key === params['selectedSettingsTab']) ?? tabs[0];
  if (current === undefined) return null;
  const Page = current.component;
  return (
    <>
      <div className="toolbar">
        <h1>{t.settings}</h1>
      </div>
      <Tabs
        label={t.settings}
        tabs={tabs.map((tab) => ({
          key: tab.key,
          label:
            tab.key === 'jobs' && failed > 0
              ? `${tab.label[language]} (${formats.number(failed)})`
              : tab.label[language],
        }))}
        value={current.key}
        onChange={(key) => go(href('settings', { selectedSettingsTab: key }), { replace: true })}
      />
      <div className="settings-page" role="tabpanel" aria-label={current.label[language]} tabIndex={0}>
        <div className="settings-column" key={current.key}>
          <Suspense fallback={<LoadingLine shown />}>
            <Page />
          </Suspense>
        </div>
      </div>
    </>
  );
}

/** Who is signed in, and where. */
export function Common() {
  const t = useTexts(texts);
  const kontor = useKontor();
  const client = useClient();
  const user = useValue(client.user);
  const configuration = useValue(client.configuration);
  const { notices } = useShell();
  const signOut = async (): Promise<void> => {
    if (!(await kontor.signOut())) notices.show({ text: t.endedLater });
  };
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
        <Button icon="sign-out" onClick={() => void signOut()}>
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
  const { language, theme, rowSize, grouping } = useSettings();
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
          ['timeframe', t.byTime],
          ['none', t.ungrouped],
        ]}
        onChange={(next) => settings.change({ grouping: next })}
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
