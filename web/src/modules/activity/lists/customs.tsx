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
  const Options = customs.options;
  return (
    <div className="chips customs" role="group" aria-label={customs.label[language]}>
      <Options>
        {(options) =>
          options.map(({ key, label, icon }) => (
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
          ))
        }
      </Options>
    </div>
  );
}
