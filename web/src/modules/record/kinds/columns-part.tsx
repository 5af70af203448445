import { useTexts } from '../../../shell/index.ts';
import { movedTo } from '../../../ui/moved-to.ts';
import { OrderList } from '../../../ui/order-list.tsx';
import { IconButton } from '../../../ui/parts.tsx';
import { MIN_WIDTH, MAX_WIDTH, type Design } from './design.ts';
import { kindTexts } from './kind-texts.ts';
import type { Change } from './use-design.ts';

/** The columns of the kind's list: their order, their widths, and whether they are shown. */
export function ColumnsPart({ design, onChange }: { design: Design; onChange: Change }) {
  const t = useTexts(kindTexts);
  const { columns } = design;
  const own: Readonly<Record<string, string>> = t.ownColumns;
  const change = (key: string, part: object, of?: string): void =>
    onChange(
      {
        ...design,
        columns: columns.map((column) => {
          if (column.key !== key) return column;
          const next = Object.entries({ ...column, ...part }).filter(([, value]) => value !== undefined);
          return Object.fromEntries(next) as typeof column;
        }),
      },
      of === undefined ? { kind: 'columns' } : { kind: 'columns', of: `${key} ${of}` },
    );
  return (
    <div className="kind-part">
      <p id="kind-list" className="quiet">
        {t.listHint}
      </p>
      <OrderList
        labelledBy="kind-list"
        t={t}
        onMove={(from, to) => onChange({ ...design, columns: [...movedTo(columns, from, to)] }, { kind: 'columns' })}
        rows={columns.map(({ key, label, isShown, width }) => {
          const name = own[key] ?? label;
          return {
            key,
            name,
            sign: (
              <IconButton
                icon={isShown ? 'eye' : 'eye-slash'}
                label={t.showColumn(name)}
                aria-pressed={isShown}
                onClick={() => change(key, { isShown: !isShown })}
              />
            ),
            shown: (
              <span className="kind-list-column">
                <span className={isShown ? undefined : 'quiet'}>{name}</span>
                {isShown ? (
                  <input
                    className="input kind-width"
                    type="number"
                    aria-label={t.columnWidth(name)}
                    placeholder={t.width}
                    min={MIN_WIDTH}
                    max={MAX_WIDTH}
                    step={10}
                    value={width ?? ''}
                    onChange={({ currentTarget }) =>
                      change(key, { width: Number(currentTarget.value) || undefined }, 'width')
                    }
                  />
                ) : null}
              </span>
            ),
          };
        })}
      />
    </div>
  );
}
