import { APP_ICONS } from '@kontor/contract/settings';
import { useSettings, useShell, useTexts } from '../../shell/index.ts';
import { iconFile } from '../../device/app-icon.ts';
import { settingTexts } from './setting-texts.ts';
import { texts } from './texts.ts';

/** The icons that the app can have on this device, one of them chosen. */
export function AppIcons() {
  const t = useTexts(texts);
  const { label } = useTexts(settingTexts).appIcon;
  const { settings } = useShell();
  const { appIcon } = useSettings();
  return (
    <fieldset className="field setting-icons">
      <legend className="label">{label}</legend>
      <span className="hint">{t.appIconHint}</span>
      <div>
        {APP_ICONS.map((icon) => (
          <label key={icon}>
            <img src={iconFile(icon, 'icon.svg')} alt="" width={64} height={64} />
            <span>
              <input
                type="radio"
                name="app-icon"
                checked={icon === appIcon}
                onChange={() => settings.change({ appIcon: icon })}
              />
              {t.appIcons[icon]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
