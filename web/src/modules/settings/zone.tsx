import { useMemo } from 'react';
import { useClient, useValue } from '../../client/react.tsx';
import { useFormats, useMinute, useSettings, useShell, useTexts } from '../../shell/index.ts';
import { deviceZone, zoneChoices } from '../../shell/zone.ts';
import { SelectField } from '../../ui/fields.tsx';
import { settingTexts } from './setting-texts.ts';
import { texts } from './texts.ts';

/** Zone that times are shown in. */
export function ZoneControl() {
  const t = useTexts(texts);
  const { label } = useTexts(settingTexts).timeZone;
  const { settings } = useShell();
  const { timeZone } = useSettings();
  const now = useMinute();
  const formats = useFormats();
  const ofInstance = useValue(useClient().configuration)?.settings.timeZone ?? deviceZone();
  const isOwn = timeZone !== 'auto' && timeZone !== 'device';
  const options = useMemo(() => zoneChoices(isOwn ? timeZone : ofInstance), [isOwn, timeZone, ofInstance]);
  return (
    <SelectField
      label={label}
      hint={`${t.zoneNow(formats.full(now / 1000))} ${t.zoneHint}`}
      value={timeZone}
      options={[['auto', t.zoneOfInstance(ofInstance)], ['device', t.zoneOfDevice(deviceZone())], ...options]}
      onChange={(next) => settings.change({ timeZone: next })}
    />
  );
}
