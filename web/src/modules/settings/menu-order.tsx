import { arrayMove } from '@dnd-kit/sortable';
import { useMenu } from '../../shell/menu/drawer.tsx';
import { useLanguage, useShell, useTexts } from '../../shell/index.ts';
import { MenuSign } from '../../shell/menu/menu-link.tsx';
import { OrderList } from '../../ui/order-list.tsx';
import { settingTexts } from './setting-texts.ts';
import { texts } from './texts.ts';

/** The entries of the menu in the person's order. */
export function MenuOrder() {
  const t = useTexts(texts);
  const { label } = useTexts(settingTexts).menuOrder;
  const language = useLanguage();
  const { settings } = useShell();
  const menu = useMenu();
  const routes = menu.map(({ route }) => route);
  return (
    <div className="field">
      <span className="label" id="setting-menu-order">
        {label}
      </span>
      <span className="hint">{t.menuHint}</span>
      <OrderList
        labelledBy="setting-menu-order"
        rows={menu.map((entry) => ({
          key: entry.route,
          name: entry.label[language],
          sign: <MenuSign entry={entry} />,
        }))}
        t={{ ...t, handleHint: t.menuHint }}
        onMove={(from, to) => settings.change({ menuOrder: arrayMove(routes, from, to) })}
      />
    </div>
  );
}
