import { useLanguage } from '../../../shell/index.ts';
import { Icon } from '../../../ui/parts.tsx';
import type { OwnFilters } from './define-list.ts';

/** A list's own filters, of which one is shown. */
export function OwnFiltersRow({
  ownFilters,
  chosen,
  onChoose,
}: {
  ownFilters: OwnFilters;
  chosen: string | undefined;
  onChoose: (key: string) => void;
}) {
  const language = useLanguage();
  const Options = ownFilters.options;
  return (
    <div className="chips own-filters" role="group" aria-label={ownFilters.label[language]}>
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
