import { useCallback, useEffect, useState } from 'react';
import { useClient, useKontor, useValue } from '../../client/react.tsx';
import { useFormats, useSettings, useShell, useTexts } from '../../shell/index.ts';
import { Segments } from '../../ui/fields.tsx';
import { Button, Callout } from '../../ui/parts.tsx';
import { SettingAnchor } from './control.tsx';
import { PageFoot } from './page.tsx';
import { settingTexts } from './setting-texts.ts';
import { texts } from './texts.ts';

/** What this device keeps, and the app on it. */
export function Offline() {
  const t = useTexts(texts);
  const names = useTexts(settingTexts);
  const { settings, pwa } = useShell();
  const { caching, install } = useSettings();
  const offer = useValue(pwa.install);
  return (
    <>
      <section className="settings-section">
        <SettingAnchor of="caching">
          <Segments
            label={names.caching.label}
            value={caching ? 'on' : 'off'}
            options={[
              ['on', t.on],
              ['off', t.off],
            ]}
            onChange={(next) => settings.change({ caching: next === 'on' })}
          />
        </SettingAnchor>
        <p className="quiet">{t.cachingHint}</p>
        <Usage caching={caching} />
      </section>
      <section className="settings-section">
        <h2>{t.app}</h2>
        <SettingAnchor of="install">
          <Segments
            label={names.install.label}
            value={install === 'never' ? 'never' : 'on'}
            options={[
              ['on', t.on],
              ['never', t.never],
            ]}
            onChange={(next) => settings.change({ install: next === 'never' ? 'never' : 0 })}
          />
        </SettingAnchor>
        {offer === undefined ? null : (
          <Button
            icon="download-simple"
            onClick={() => {
              pwa.install.set(undefined);
              void offer.prompt();
            }}
          >
            {t.install}
          </Button>
        )}
      </section>
      <PageFoot keys={['caching', 'install']} />
    </>
  );
}

/** How much is kept, and a way to be rid of it. */
function Usage({ caching }: { caching: boolean }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const kontor = useKontor();
  const { cache: kept } = useClient();
  const cache = useValue(kept);
  const [usage, setUsage] = useState<{ readonly records: number; readonly bytes: number }>();
  const measure = useCallback(async () => {
    if (cache === undefined) return;
    const caches = kontor.accountEntries.get().flatMap(({ client }) => client?.cache.get() ?? []);
    const all = await Promise.all(caches.map((one) => one.usage().catch(() => ({ records: 0, bytes: 0 }))));
    setUsage({
      records: all.reduce((sum, { records }) => sum + records, 0),
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    });
  }, [cache, kontor]);
  useEffect(() => {
    const timer = setTimeout(() => void measure(), 0);
    return () => clearTimeout(timer);
  }, [measure]);
  if (cache === undefined) return caching ? <Callout icon="warning">{t.keptNowhere}</Callout> : <p>{t.keptNothing}</p>;
  return (
    <>
      {cache.trouble === '' ? null : (
        <Callout tone="fault" icon="warning">
          {t.keptTrouble}
        </Callout>
      )}
      <p>
        {usage === undefined || usage.records === 0
          ? t.keptNothing
          : t.kept(formats.number(usage.records), formats.size(usage.bytes))}
      </p>
      <Button icon="trash" onClick={() => void kontor.wipe()}>
        {t.clear}
      </Button>
    </>
  );
}
