import { useSettings, useShell, useTexts } from '../../shell/index.ts';
import { IconButton } from '../../ui/parts.tsx';
import { settingTexts } from './setting-texts.ts';
import { texts } from './texts.ts';

/** From whom external images are loaded without asking. Added in the mails themselves. */
export function Senders() {
  const t = useTexts(texts);
  const { label } = useTexts(settingTexts).imageSenders;
  const { settings } = useShell();
  const { imageSenders } = useSettings();
  return (
    <div className="field">
      <span className="label" id="setting-senders">
        {label}
      </span>
      {imageSenders.length === 0 ? (
        <p className="quiet">{t.noSenders}</p>
      ) : (
        <ul className="framed-list" aria-labelledby="setting-senders">
          {imageSenders.map((sender) => (
            <li key={sender}>
              <span className="framed-name">{sender}</span>
              <IconButton
                icon="x"
                label={t.remove(sender)}
                onClick={() => settings.change({ imageSenders: imageSenders.filter((one) => one !== sender) })}
              />
            </li>
          ))}
        </ul>
      )}
      <span className="hint">{t.sendersHint}</span>
    </div>
  );
}
