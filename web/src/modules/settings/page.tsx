import './settings.css';
import { SETTINGS, type SettingKey } from '@kontor/contract/settings';
import type { ComponentType } from 'react';
import { useValue } from '../../client/react.tsx';
import { useSettings, useShell, useTexts } from '../../shell/index.ts';
import { unsent } from '../../shell/settings/settings-merge.ts';
import { Button, Icon } from '../../ui/parts.tsx';
import { Control } from './control.tsx';
import { keysOf, type TabKey } from './declared.ts';
import type { NamedKey } from './setting-texts.ts';
import { texts } from './texts.ts';

/** A page of settings as they are declared; `own` has the controls that are made for one. */
export function SettingsOf({
  tab,
  own = {},
}: {
  tab: TabKey;
  own?: Readonly<Partial<Record<NamedKey, ComponentType>>>;
}) {
  const keys = keysOf(tab);
  return (
    <>
      <section className="settings-section">
        {keys.map((key) => (
          <Control key={key} of={key} own={own[key]} />
        ))}
      </section>
      <PageFoot keys={keys} />
    </>
  );
}

/** Under the settings of a page: whether they have come to the other devices yet, and a way to have them as usual. */
export function PageFoot({ keys }: { keys: readonly SettingKey[] }) {
  const t = useTexts(texts);
  const { settings, notices } = useShell();
  const values = useSettings();
  const waiting = unsent(useValue(settings.own).choices);
  const isDefault = keys.every((key) => JSON.stringify(values[key]) === JSON.stringify(SETTINGS[key].default));
  const isOfDevice = keys.every((key) => SETTINGS[key].where === 'device');
  const reset = (): void => {
    const before = Object.fromEntries(keys.map((key) => [key, values[key]]));
    settings.reset(keys);
    notices.done(() => settings.change(before), Promise.resolve({ text: t.resetDone, undo: t.undo }));
  };
  return (
    <footer className="settings-foot">
      <Button kind="plain" icon="arrow-counter-clockwise" disabled={isDefault} onClick={reset}>
        {t.reset}
      </Button>
      <p className="quiet" role="status">
        {isOfDevice ? (
          t.device
        ) : keys.some((key) => waiting.includes(key)) ? (
          <>
            <Icon name="cloud-slash" small /> {t.unsent}
          </>
        ) : null}
      </p>
    </footer>
  );
}
