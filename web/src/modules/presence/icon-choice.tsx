import './icon-choice.css';
import type { IconName } from '../../ui/icon-names.ts';
import { Icon } from '../../ui/parts.tsx';
import { useLanguage } from '../../shell/index.ts';

/** Icons that states and places may have, of those that the page has anyway, by what they show. */
const ICONS = [
  ['check-circle', 'Haken', 'Tick'],
  ['user', 'Person', 'Person'],
  ['users', 'Personen', 'People'],
  ['desktop', 'Bildschirm', 'Screen'],
  ['device-mobile', 'Handy', 'Mobile'],
  ['phone', 'Telefon', 'Phone'],
  ['chat-text', 'Sprechblase', 'Speech bubble'],
  ['calendar-check', 'Kalender mit Haken', 'Calendar with tick'],
  ['calendar-x', 'Kalender mit Kreuz', 'Calendar with cross'],
  ['clock', 'Uhr', 'Clock'],
  ['hourglass', 'Sanduhr', 'Hourglass'],
  ['bell-slash', 'Stumme Glocke', 'Silent bell'],
  ['pause', 'Pause', 'Pause'],
  ['eye-slash', 'Verborgen', 'Hidden'],
  ['push-pin', 'Stecknadel', 'Pin'],
  ['arrow-square-out', 'Nach draußen', 'Outside'],
  ['archive', 'Lager', 'Store'],
  ['printer', 'Drucker', 'Printer'],
  ['gear', 'Zahnrad', 'Gear'],
  ['star', 'Stern', 'Star'],
  ['sun', 'Sonne', 'Sun'],
  ['moon', 'Mond', 'Moon'],
] as const satisfies readonly (readonly [IconName, string, string])[];

/** How one is called that is none of these, as what was brought from elsewhere may have. */
const OTHER_ICON = ['Bisheriges Symbol', 'Icon until now'] as const;

/** One icon of several, each with its name for who does not see it. */
export function IconChoice({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (icon: string) => void;
}) {
  const language = useLanguage();
  const known: readonly (readonly [string, string, string])[] = ICONS;
  const all = known.some(([name]) => name === value) ? known : [[value, ...OTHER_ICON] as const, ...known];
  return (
    <fieldset className="icon-choice">
      <legend>{label}</legend>
      <div>
        {all.map(([name, de, en]) => (
          <label key={name} title={language === 'de' ? de : en}>
            <input
              type="radio"
              className="hidden-text"
              name="icon"
              aria-label={language === 'de' ? de : en}
              checked={name === value}
              onChange={() => onChange(name)}
            />
            <Icon name={name as IconName} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
