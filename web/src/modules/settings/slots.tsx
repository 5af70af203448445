import { useMenu } from '../../shell/menu/drawer.tsx';
import { bottomOf } from '../../shell/menu/menu-rules.ts';
import { useLanguage, useSettings, useShell, useTexts } from '../../shell/index.ts';
import { Check } from '../../ui/fields.tsx';
import { settingTexts } from './setting-texts.ts';
import { texts } from './texts.ts';

const MAX_SLOTS = 4;

/** What stands at the bottom of small screens, beside the menu itself. */
export function Slots() {
  const t = useTexts(texts);
  const { label } = useTexts(settingTexts).bottomSlots;
  const language = useLanguage();
  const { settings } = useShell();
  const { bottomSlots } = useSettings();
  const menu = useMenu();
  const shown = bottomOf(menu, { bottomSlots, bottomSlotsInverse: false }).map(({ route }) => route);
  const change = (route: string, isShown: boolean): void =>
    settings.change({
      bottomSlots: menu
        .map((entry) => entry.route)
        .filter((one) => (one === route ? isShown : shown.some((other) => other === one))),
    });
  return (
    <fieldset className="field setting-slots">
      <legend className="label">{label}</legend>
      <span className="hint">{t.slotsHint(MAX_SLOTS)}</span>
      {menu.map(({ route, label: name }) => {
        const isShown = shown.includes(route);
        // One must stay: with none named it would be the usual ones again.
        const isFixed = isShown ? shown.length === 1 : shown.length >= MAX_SLOTS;
        return (
          <Check
            key={route}
            label={name[language]}
            checked={isShown}
            disabled={isFixed}
            onChange={(event) => change(route, event.currentTarget.checked)}
          />
        );
      })}
    </fieldset>
  );
}
