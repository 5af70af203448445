import { SWIPE_ACTIONS, type SwipeAction } from '@kontor/contract/settings';
import { useSettings, useShell, useTexts } from '../../shell/index.ts';
import type { IconName } from '../../ui/icon-names.ts';
import { SelectField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/parts.tsx';
import { settingTexts } from './setting-texts.ts';
import { texts } from './texts.ts';

const ICONS: Readonly<Record<SwipeAction, IconName>> = {
  ready: 'check',
  seen: 'circle-half',
  unseen: 'envelope-simple',
  archive: 'archive',
  delete: 'trash',
  spam: 'warning-octagon',
  none: 'x',
};

export const SwipeRight = () => <Side of="swipeRight" />;
export const SwipeLeft = () => <Side of="swipeLeft" />;

/** What swiping to one side does, the nearer and the further, with how it looks. */
function Side({ of }: { of: 'swipeRight' | 'swipeLeft' }) {
  const t = useTexts(texts);
  const { label } = useTexts(settingTexts)[of];
  const { settings } = useShell();
  const { [of]: chosen, controlsMode } = useSettings();
  const choose = (index: 0 | 1, action: SwipeAction): void =>
    settings.change({ [of]: index === 0 ? [action, chosen[1]] : [chosen[0], action] });
  const options = SWIPE_ACTIONS.map((action) => [action, t.swipes[action]] as const);
  return (
    <fieldset className="field swipe-choice" data-side={of === 'swipeRight' ? 'right' : 'left'}>
      <legend className="label">{label}</legend>
      <div className="swipe-preview" aria-hidden="true">
        {(of === 'swipeRight' ? [0, 1] : [1, 0]).map((index) => {
          const action = chosen[index as 0 | 1];
          return action === 'none' ? null : (
            <span key={index} className="swipe-sample" data-action={action}>
              <Icon name={ICONS[action]} small />
              {t.swipes[action]}
            </span>
          );
        })}
        <span className="swipe-row">
          <span />
          <span />
        </span>
      </div>
      <div className="two">
        <SelectField label={t.swipeNear} value={chosen[0]} options={options} onChange={(action) => choose(0, action)} />
        <SelectField label={t.swipeFar} value={chosen[1]} options={options} onChange={(action) => choose(1, action)} />
      </div>
      {of === 'swipeLeft' ? <span className="hint">{controlsMode === 'swipe' ? t.swipeHint : t.swipeOff}</span> : null}
    </fieldset>
  );
}
