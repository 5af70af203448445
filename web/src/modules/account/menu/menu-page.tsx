import './menu.css';
import { menuCommands, menuQueries, type OwnMenuItem } from '@kontor/contract/account';
import { useRef, useState } from 'react';
import { useAsk } from '../../../client/react.tsx';
import { useTexts } from '../../../shell/index.ts';
import { letterOf } from '../../../shell/menu/menu-follow.ts';
import { Answer } from '../../../shell/failures/answer.tsx';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { useOrder } from '../../../shell/forms/use-order.ts';
import { Button, IconButton, StatePage } from '../../../ui/parts.tsx';
import { OrderList } from '../../../ui/order-list.tsx';
import { Section } from '../../../ui/section.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useProblem } from '../use-problem.ts';
import { MenuForm } from './menu-form.tsx';
import { texts } from './texts.ts';

/** The entries that the instance has put into everybody's menu, for its administrators. */
export function MenuPage() {
  const t = useTexts(texts);
  const answer = useAsk(menuQueries.menuItems, {});
  const [open, setOpen] = useState<OwnMenuItem | 'new'>();
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <div className="part">
      <Section
        intro={t.intro}
        action={
          <Button
            ref={addButton}
            kind="primary"
            icon="plus"
            disabled={answer.data === undefined}
            onClick={() => setOpen('new')}
          >
            {t.add}
          </Button>
        }
      />
      <Answer answer={answer} rows={3}>
        {({ items, ...allowed }) => (
          <>
            {items.length === 0 ? (
              <StatePage icon="link" title={t.none}>
                {t.noneHint}
              </StatePage>
            ) : (
              <List
                items={items}
                onOpen={setOpen}
                onRemoved={() => addButton.current?.focus()}
                onChanged={answer.retry}
              />
            )}
            {open === undefined ? null : (
              <MenuForm
                item={open === 'new' ? undefined : open}
                allowed={allowed}
                onSaved={answer.retry}
                onClose={() => setOpen(undefined)}
              />
            )}
          </>
        )}
      </Answer>
    </div>
  );
}

function List({
  items,
  onOpen,
  onRemoved,
  onChanged,
}: {
  items: readonly OwnMenuItem[];
  onOpen: (item: OwnMenuItem) => void;
  onRemoved: () => void;
  onChanged: () => void;
}) {
  const t = useTexts(texts);
  const sendOnce = useSendOnce();
  const { attempt, offerUndo } = useAttempt(useProblem(), onChanged);
  const { rows, move } = useOrder(items, (next) =>
    attempt(() => sendOnce(menuCommands.orderMenuItems, { IDs: next.map(({ ID }) => ID) })),
  );
  const remove = async ({ ID, Caption }: OwnMenuItem): Promise<void> => {
    if (!(await attempt(() => sendOnce(menuCommands.deleteMenuItem, { ID })))) return;
    // The row that had the focus is gone.
    onRemoved();
    offerUndo(t.removed(Caption), () => sendOnce(menuCommands.restoreMenuItem, { ID }));
  };
  const about = ({ Type, URL: url, Method, Session }: OwnMenuItem): string =>
    [t.types[Type], url, Method === 'POST' ? t.form : '', Session ? t.session : ''].filter(Boolean).join(' · ');
  return (
    <>
      <h2 id="menu-items" className="hidden-text">
        {t.list}
      </h2>
      <OrderList
        labelledBy="menu-items"
        t={t}
        onMove={move}
        rows={rows.map((item) => ({
          key: String(item.ID),
          name: item.Caption,
          sign: (
            <span className="menu-letter" aria-hidden="true">
              {letterOf(item.Caption)}
            </span>
          ),
          shown: (
            <span className="menu-about">
              <strong>{item.Caption}</strong>
              <span className="quiet">{about(item)}</span>
            </span>
          ),
          ends: (
            <>
              <IconButton icon="pencil-simple" label={t.edit(item.Caption)} onClick={() => onOpen(item)} />
              <IconButton icon="trash" label={t.remove(item.Caption)} onClick={() => void remove(item)} />
            </>
          ),
        }))}
      />
    </>
  );
}
