import { MAX_TABS } from '@kontor/contract/record';
import { useTexts } from '../../../shell/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import { movedTo } from '../../../ui/moved-to.ts';
import { OrderList } from '../../../ui/order-list.tsx';
import { Button, IconButton } from '../../../ui/parts.tsx';
import { pageTexts } from '../page/texts.ts';
import { ownFields, type Design } from './design.ts';
import { addTab, removeTab } from './designing.ts';
import { saidFault, type Faults } from './faults.ts';
import { kindTexts } from './kind-texts.ts';
import type { Change } from './use-design.ts';

/** A name that no tab of the kind has. */
function freeName({ tabs }: Design): string {
  for (let number = 1; ; number += 1) if (!tabs.some(({ tab }) => tab === `own:${number}`)) return String(number);
}

/** The tabs of a kind: their order, their names, whether they are shown, and those of its own. */
export function TabsPart({ design, faults, onChange }: { design: Design; faults: Faults; onChange: Change }) {
  const t = useTexts(kindTexts);
  const names: Readonly<Record<string, string>> = useTexts(pageTexts).tabs;
  const defaultOf = (tab: string): string => names[tab] ?? t.ownTab;
  const change = (tab: string, part: object, of?: string): void =>
    onChange(
      {
        ...design,
        tabs: design.tabs.map((one) => {
          if (one.tab !== tab) return one;
          const next = Object.entries({ ...one, ...part }).filter(([, value]) => value !== undefined);
          return Object.fromEntries(next) as typeof one;
        }),
      },
      of === undefined ? { kind: 'tabs' } : { kind: 'tabs', of: `${tab} ${of}` },
    );
  const faultOf = (tab: string): string | undefined => {
    const [fault] = faults.get(`tab ${tab}`) ?? [];
    return fault === undefined ? undefined : saidFault(t, fault);
  };
  const frame = design.tabs.find(({ tab }) => tab === 'iframe');
  return (
    <div className="kind-part">
      <p id="kind-tabs" className="quiet">
        {t.tabHint}
      </p>
      <OrderList
        labelledBy="kind-tabs"
        t={t}
        onMove={(from, to) => onChange({ ...design, tabs: [...movedTo(design.tabs, from, to)] }, { kind: 'tabs' })}
        rows={design.tabs.map(({ tab, title, isShown }) => {
          const name = title.trim() || defaultOf(tab);
          return {
            key: tab,
            name,
            sign: (
              <IconButton
                icon={isShown ? 'eye' : 'eye-slash'}
                label={t.showTab(name)}
                aria-pressed={isShown}
                onClick={() => change(tab, { isShown: !isShown })}
              />
            ),
            shown: (
              <>
                <input
                  className="input"
                  aria-label={t.tabTitle(name)}
                  placeholder={defaultOf(tab)}
                  maxLength={60}
                  data-off={!isShown}
                  value={title}
                  onChange={({ currentTarget }) => change(tab, { title: currentTarget.value }, 'title')}
                />
                {tab !== 'iframe' && faultOf(tab) !== undefined ? (
                  <span className="fault small" role="alert">
                    {faultOf(tab)}
                  </span>
                ) : null}
              </>
            ),
            ends: tab.startsWith('own:') ? (
              <IconButton
                icon="trash"
                label={t.removeTab(name)}
                onClick={() => onChange(removeTab(design, tab), { kind: 'tabs' })}
              />
            ) : undefined,
          };
        })}
      />
      <div>
        <Button
          icon="plus"
          disabled={design.tabs.length >= MAX_TABS}
          onClick={() => onChange(addTab(design, freeName(design), t.ownTab), { kind: 'tabs' })}
        >
          {t.addTab}
        </Button>
      </div>
      {frame?.isShown === true ? (
        <>
          <TextField
            label={t.tabUrl}
            hint={t.tabUrlHint}
            fault={faultOf('iframe')}
            type="url"
            spellCheck={false}
            autoComplete="off"
            maxLength={2000}
            placeholder="https://"
            value={frame.url ?? ''}
            onChange={({ currentTarget }) => change('iframe', { url: currentTarget.value || undefined }, 'url')}
          />
          <select
            className="input"
            aria-label={t.insertField}
            value=""
            onChange={({ currentTarget }) =>
              change('iframe', { url: `${frame.url ?? 'https://'}{${currentTarget.value}}` })
            }
          >
            <option value="">{t.insertField}</option>
            {ownFields(design).map(({ id, field }) => (
              <option key={id} value={field.key}>
                {field.label} ({field.key})
              </option>
            ))}
          </select>
        </>
      ) : null}
    </div>
  );
}
