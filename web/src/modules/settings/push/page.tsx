import './push.css';
import { pushQueries } from '@kontor/contract/settings';
import { useAsk } from '../../../client/react.tsx';
import type { ResultOf } from '@kontor/contract/kernel';
import { useFormats, useMinute, useSettings, useShell, useTexts } from '../../../shell/index.ts';
import { Answer } from '../../../shell/failures/answer.tsx';
import { Check } from '../../../ui/fields.tsx';
import { Icon } from '../../../ui/parts.tsx';
import { Control, SettingAnchor } from '../control.tsx';
import { PageFoot } from '../page.tsx';
import { settingTexts } from '../setting-texts.ts';
import { ThisDevice, useNoticePermission } from './device.tsx';
import { noticesOf } from './kinds.ts';
import { pushTexts } from './push-texts.ts';
import { QuietHoursControl } from './quiet-hours.tsx';

type Configuration = ResultOf<typeof pushQueries.pushConfiguration>;

/** Where else the person is told of things while the app is not open. */
function OtherDevices({ devices }: Pick<Configuration, 'devices'>) {
  const t = useTexts(pushTexts);
  const formats = useFormats();
  const now = useMinute();
  const others = devices.filter(({ isThis }) => !isThis);
  if (others.length === 0) return <p className="quiet">{t.othersNone}</p>;
  return (
    <>
      <ul className="framed-list" aria-labelledby="push-others">
        {others.map((device) => (
          <li key={device.deviceId}>
            <Icon name={device.isPaused ? 'pause' : 'device-mobile'} />
            <span className="framed-name">
              {device.name} <span className="quiet">{t.since(formats.short(device.since, now))}</span>
              {device.isPaused ? <span className="hint">{t.paused}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      <p className="quiet">{t.othersHint}</p>
    </>
  );
}

/** Of what the person is told, where and when, while they look at something else. */
export function Push() {
  const t = useTexts(pushTexts);
  const names = useTexts(settingTexts);
  const { settings, modules } = useShell();
  const values = useSettings();
  const { may, refresh, ask } = useNoticePermission();
  const answer = useAsk(pushQueries.pushConfiguration, {});
  const keys = noticesOf(modules);
  const areCallsTold = keys.includes('notificationsPhoneCallsEnabled') && values.notificationsPhoneCallsEnabled;
  const isPaused = answer.data?.devices.some((device) => device.isThis && device.isPaused) === true;
  return (
    <>
      <section className="settings-section">
        <p className="quiet">{t.intro}</p>
        <h2>{t.device}</h2>
        <ThisDevice may={may} isPaused={isPaused} reachable={answer.data?.services} onMay={refresh} onAsk={ask} />
      </section>
      <section className="settings-section">
        <h2 id="push-others">{t.others}</h2>
        <div className="push-others">
          <Answer answer={answer} rows={1} title={t.notLoaded}>
            {({ devices }) => <OtherDevices devices={devices} />}
          </Answer>
        </div>
      </section>
      <section className="settings-section">
        <h2>{t.kinds}</h2>
        {keys.length === 0 ? (
          <p>{t.kindsNone}</p>
        ) : (
          keys.map((key) => (
            <SettingAnchor key={key} of={key}>
              <Check
                label={names[key].label}
                checked={values[key]}
                onChange={(event) => {
                  settings.change({ [key]: event.currentTarget.checked });
                  if (event.currentTarget.checked && may === 'default') ask();
                }}
              />
            </SettingAnchor>
          ))
        )}
        {areCallsTold ? <Control of="phonePush" own={undefined} /> : null}
        <p className="quiet">{t.kindsHint}</p>
      </section>
      <section className="settings-section">
        <h2>{t.quiet}</h2>
        <SettingAnchor of="quietHours">
          <QuietHoursControl />
        </SettingAnchor>
      </section>
      <PageFoot keys={[...keys, ...(areCallsTold ? (['phonePush'] as const) : []), 'quietHours']} />
    </>
  );
}
