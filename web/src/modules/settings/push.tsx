import type { NOTIFICATION_KEYS } from '@kontor/contract/settings';
import { useState } from 'react';
import { useSettings, useShell, useTexts } from '../../shell/index.ts';
import { Check } from '../../ui/fields.tsx';
import { Button, Callout } from '../../ui/parts.tsx';
import { Place } from './control.tsx';
import { PageFoot } from './page.tsx';
import { settingTexts } from './setting-texts.ts';
import { texts } from './texts.ts';

/** The kinds of items whose module is there, by the name of that module. */
export const TOLD = { mail: 'notificationsMailEnabled' } as const satisfies Record<
  string,
  (typeof NOTIFICATION_KEYS)[number]
>;

type Permission = NotificationPermission | 'missing';
const permission = (): Permission => (typeof Notification === 'undefined' ? 'missing' : Notification.permission);

/** Of which new items the person is told while they look at something else. */
export function Push() {
  const t = useTexts(texts);
  const names = useTexts(settingTexts);
  const { settings, modules } = useShell();
  const values = useSettings();
  const [may, setMay] = useState(permission);
  const keys = modules.flatMap(({ name }) => (Object.hasOwn(TOLD, name) ? [TOLD[name as keyof typeof TOLD]] : []));
  const ask = async (): Promise<void> => {
    await Notification.requestPermission();
    setMay(permission());
  };
  return (
    <>
      <section className="settings-section">
        <p className="quiet">{t.pushIntro}</p>
        {may === 'granted' ? null : (
          <Callout
            icon={may === 'default' ? 'eye' : 'warning'}
            action={may === 'default' ? <Button onClick={() => void ask()}>{t.pushAllow}</Button> : undefined}
          >
            {t.pushPermission[may]}
          </Callout>
        )}
        {keys.length === 0 ? (
          <p>{t.pushNone}</p>
        ) : (
          keys.map((key) => (
            <Place key={key} of={key}>
              <Check
                label={names[key].label}
                checked={values[key]}
                onChange={(event) => {
                  settings.change({ [key]: event.currentTarget.checked });
                  if (event.currentTarget.checked && may === 'default') void ask();
                }}
              />
            </Place>
          ))
        )}
      </section>
      <PageFoot keys={keys} />
    </>
  );
}
