import './this-device.css';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { useClient, useKontor, useValue } from '../../../client/react.tsx';
import type { Device, LocationPermission, Permission } from '../../../device/device.ts';
import { loadDevice } from '../../../device/index.ts';
import { isPushed } from '../../../shell/background/push.ts';
import { Confirm } from '../../../shell/forms/confirm.tsx';
import { Link, href, presenceParts, useAccountEntries, useFormats, useShell, useTexts } from '../../../shell/index.ts';
import { Button, Callout, Icon, SkeletonBlock } from '../../../ui/parts.tsx';
import { LockSetting } from './lock-setting.tsx';
import { deviceTexts } from './device-texts.ts';
import { makerOf } from './makers.ts';
import { PushTest } from './push-test.tsx';

/** What the system lets the app do, as far as it is known. */
interface Allowed {
  readonly device: Device;
  readonly notices: Permission;
  readonly exact: Permission;
  readonly location: LocationPermission;
  readonly isRegistered: boolean;
}

/** Asks the device how it stands; again when the page is shown again, for the system's own pages change it. */
function useAllowed(): { readonly allowed: Allowed | undefined; readonly refresh: () => void } {
  const client = useClient();
  const [allowed, setAllowed] = useState<Allowed>();
  const refresh = useCallback(() => {
    const ask = async (): Promise<void> => {
      const device = await loadDevice();
      const [notices, exact, location, isRegistered] = await Promise.all([
        device.alarms.permission().catch(() => 'missing' as const),
        device.alarms.exact().catch(() => 'missing' as const),
        device.fences.permission().catch(() => 'missing' as const),
        isPushed(client).catch(() => false),
      ]);
      setAllowed({ device, notices, exact, location, isRegistered });
    };
    void ask().catch(() => undefined);
  }, [client]);
  useEffect(() => {
    refresh();
    return client.env.onWake(refresh);
  }, [client, refresh]);
  return { allowed, refresh };
}

function Notices({ allowed, refresh }: { allowed: Allowed; refresh: () => void }) {
  const t = useTexts(deviceTexts);
  const { device, notices, isRegistered } = allowed;
  const ask = (): void => void device.alarms.ask().then(refresh, refresh);
  return (
    <section className="settings-section">
      <h2>{t.notices}</h2>
      <p className="quiet">{t.noticesHint}</p>
      <Callout
        icon={notices === 'granted' ? 'check-circle' : 'warning'}
        tone={notices === 'granted' ? 'good' : 'plain'}
        action={notices === 'default' ? <Button onClick={ask}>{t.allow}</Button> : undefined}
      >
        {t.permission[notices]}
      </Callout>
      <p>
        {isRegistered ? t.registered : t.notRegistered}{' '}
        <Link to={href('settings', { selectedSettingsTab: 'push' })}>{t.toPush}</Link>
      </p>
      {isRegistered ? <PushTest /> : null}
    </section>
  );
}

function Alarms({ allowed, refresh }: { allowed: Allowed; refresh: () => void }) {
  const t = useTexts(deviceTexts);
  const { device, exact } = allowed;
  if (exact === 'missing') return null;
  const open = (): void => void device.alarms.openExact().then(refresh, refresh);
  return (
    <section className="settings-section">
      <h2>{t.exact}</h2>
      <Callout
        icon={exact === 'granted' ? 'check-circle' : 'warning'}
        tone={exact === 'granted' ? 'good' : 'plain'}
        action={exact === 'granted' ? undefined : <Button onClick={open}>{t.openSystem}</Button>}
      >
        {exact === 'granted' ? t.exactOn : t.exactOff}
      </Callout>
    </section>
  );
}

function Battery({ allowed: { device } }: { allowed: Allowed }) {
  const t = useTexts(deviceTexts);
  if (!device.backgroundFetch.isPossible) return null;
  return (
    <section className="settings-section">
      <h2>{t.battery}</h2>
      <p>{t.batteryHint[makerOf(navigator.userAgent)]}</p>
    </section>
  );
}

/** The two steps in which the position is allowed, each with why it is asked for; the next one can be asked for. */
function Location({ allowed, refresh }: { allowed: Allowed; refresh: () => void }) {
  const t = useTexts(deviceTexts);
  const { device, location } = allowed;
  if (location === 'missing') return null;
  const reached = location === 'always' ? 2 : location === 'whileOpen' ? 1 : 0;
  const steps = device.fences.max > 0 ? (['whileOpen', 'always'] as const) : (['whileOpen'] as const);
  const ask = (): void => void device.fences.ask().then(refresh, refresh);
  return (
    <section className="settings-section">
      <h2>{t.location}</h2>
      <p className="quiet">{t.locationHint}</p>
      <ol className="framed-list location-steps">
        {steps.map((step, at) => (
          <li key={step} data-state={at < reached ? 'done' : 'open'}>
            <Icon name={at < reached ? 'check-circle' : 'push-pin'} />
            <span className="framed-name">
              {t.locationSteps[step]}
              <span className="hint">{t.locationSteps[`${step}Why`]}</span>
            </span>
            {at < reached ? (
              <span className="quiet">{t.stepIsOn}</span>
            ) : at === reached && location !== 'denied' ? (
              <Button aria-label={`${t.allow}: ${t.locationSteps[step]}`} onClick={ask}>
                {t.allow}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
      {location === 'denied' ? (
        <Callout
          icon="warning"
          action={
            device.fences.max > 0 ? (
              <Button onClick={() => void device.fences.openSettings()}>{t.openSystem}</Button>
            ) : undefined
          }
        >
          {t.locationDenied}
        </Callout>
      ) : null}
      <p>
        <Link to={href('settings', { selectedSettingsTab: 'locations' })}>{t.toPlaces}</Link>
      </p>
    </section>
  );
}

/** The places that the device watches, as their module draws them. */
function Places({ allowed: { device } }: { allowed: Allowed }) {
  const FencesList = useValue(presenceParts)?.FencesList;
  if (FencesList === undefined || device.fences.max === 0) return null;
  return (
    <Suspense>
      <FencesList device={device} />
    </Suspense>
  );
}

function Storage() {
  const t = useTexts(deviceTexts);
  const formats = useFormats();
  const [used, setUsed] = useState<number>();
  useEffect(() => {
    let isOver = false;
    void navigator.storage?.estimate().then(
      ({ usage }) => isOver || setUsed(usage),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, []);
  return (
    <section className="settings-section">
      <h2>{t.storage}</h2>
      <p>
        {used === undefined ? t.storageUnknown : t.storageUsed(formats.size(used))}{' '}
        <Link to={href('settings', { selectedSettingsTab: 'offline' })}>{t.toOffline}</Link>
      </p>
    </section>
  );
}

/** Ends all sessions that this device has. */
function SignIns() {
  const t = useTexts(deviceTexts);
  const kontor = useKontor();
  const { unsaved } = useShell();
  const { accountEntries } = useAccountEntries();
  const [isAsking, setAsking] = useState(false);
  const signedIn = accountEntries.filter(({ state }) => state === 'in');
  const leave = async (): Promise<void> => {
    // The one that is shown goes last: with it this page is gone.
    const shown = kontor.session.get().client?.key;
    const keys = signedIn.map(({ key }) => key).toSorted((a, b) => Number(a === shown) - Number(b === shown));
    for (const key of keys) await kontor.signOut(key);
  };
  return (
    <section className="settings-section">
      <h2>{t.accounts}</h2>
      <p>{t.accountsText(signedIn.length)}</p>
      <p className="setting-links">
        <Button
          kind="danger"
          icon="sign-out"
          onClick={() =>
            unsaved.leave(
              () => true,
              () => setAsking(true),
            )
          }
        >
          {t.signOutAll}
        </Button>
        <Link to={href('settings', { selectedSettingsTab: 'security' })}>{t.toSecurity}</Link>
      </p>
      {isAsking ? (
        <Confirm
          title={t.signOutTitle}
          action={t.signOutAll}
          danger
          run={leave}
          say={() => t.signOutFailed}
          onClose={() => setAsking(false)}
        >
          <p>{t.signOutText}</p>
        </Confirm>
      ) : null}
    </section>
  );
}

/** What this device lets the app do, and how it is left. */
export function ThisDevicePage() {
  const { allowed, refresh } = useAllowed();
  return (
    <>
      {allowed === undefined ? (
        <section className="settings-section" role="status">
          <SkeletonBlock width="60%" />
        </section>
      ) : (
        <>
          <Notices allowed={allowed} refresh={refresh} />
          <Alarms allowed={allowed} refresh={refresh} />
          <LockSetting device={allowed.device} />
          <Location allowed={allowed} refresh={refresh} />
          <Places allowed={allowed} />
          <Battery allowed={allowed} />
        </>
      )}
      <Storage />
      <SignIns />
    </>
  );
}
