import { useLanguage } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import type { Customs } from '../define-list.ts';

/** A list's own filters, of which one is shown. */
export function CustomsRow({
  customs,
  chosen,
  onChoose,
}: {
  customs: Customs;
  chosen: string | undefined;
  onChoose: (key: string) => void;
}) {
  const language = useLanguage();
  // oxlint-disable-next-line react/hooks -- part of a declaration, the same for ever
  const options = customs.useOptions();
  return (
    <div className="chips customs" role="group" aria-label={customs.label[language]}>
      {options.map(({ key, label, icon }) => (
        <button
          key={key}
          type="button"
          className="chip"
          aria-pressed={key === chosen}
          data-on={key === chosen}
          onClick={() => onChoose(key)}
        >
          {icon === undefined ? null : <Icon name={icon} small fill={key === chosen} />}
          <span>{label}</span>
        </button>
      ))}
    </div>
  );
}
