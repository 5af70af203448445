import { SLOT_THINGS, type SlotThing } from '@kontor/contract/settings';
import { useSettings, useShell, useTexts } from '../../shell/index.ts';
import { SelectField } from '../../ui/fields.tsx';
import { settingTexts } from './setting-texts.ts';
import { texts } from './texts.ts';

const NOTHING = 'none';

type Corner = 'slotTopLeft' | 'slotTopRight' | 'slotBottomLeft' | 'slotBottomRight';

/** A corner of the app: one choice for each thing that has room there. */
const cornerOf = (of: Corner, room: number) =>
  function SlotChoice() {
    const t = useTexts(texts);
    const { label } = useTexts(settingTexts)[of];
    const { settings } = useShell();
    const shown = useSettings()[of];
    const change = (slot: number, thing: SlotThing | typeof NOTHING): void => {
      const next = Array.from({ length: room }, (_, index) => (index === slot ? thing : shown[index])).filter(
        (one) => one !== undefined && one !== NOTHING,
      );
      settings.change({ [of]: [...new Set(next)] });
    };
    return (
      <fieldset className="setting-corner">
        <legend className="label">{label}</legend>
        <div className="form two">
          {Array.from({ length: room }, (_, slot) => (
            <SelectField
              key={slot}
              label={room === 1 ? t.slotLabel : t.slotLabels(slot + 1)}
              value={shown[slot] ?? NOTHING}
              options={[
                [NOTHING, t.slotNothing] as const,
                ...SLOT_THINGS.filter((thing) => thing === shown[slot] || !shown.includes(thing)).map(
                  (thing) => [thing, t.slotThings[thing]] as const,
                ),
              ]}
              onChange={(thing) => change(slot, thing)}
            />
          ))}
        </div>
      </fieldset>
    );
  };

/** The controls of the four corners. */
export const corners = {
  slotTopLeft: cornerOf('slotTopLeft', 2),
  slotTopRight: cornerOf('slotTopRight', 2),
  slotBottomLeft: cornerOf('slotBottomLeft', 1),
  slotBottomRight: cornerOf('slotBottomRight', 1),
} as const;
