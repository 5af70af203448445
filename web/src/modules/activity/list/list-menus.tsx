import { useState } from 'react';
import type { HowOpened } from '../../../shell/index.ts';
import { Requested } from '../../../ui/held-keys.tsx';
import type { Choice } from '../actions/choices.ts';
import { GroupMenu, RowMenu } from './later-parts.ts';
import type { Marks } from './use-marks.ts';
import type { ShownRows } from './use-shown-rows.ts';

/** What a menu is about, and where it stands. */
export interface MenuAt {
  readonly key: string;
  readonly anchor: DOMRect;
}

/** The open menus of a list: that of a row, by its key, and that of a group, by its name. */
export function useListMenus() {
  const [menu, setMenu] = useState<MenuAt>();
  const [groupMenu, setGroupMenu] = useState<MenuAt>();
  return { menu, setMenu, groupMenu, setGroupMenu };
}

interface Props {
  readonly rows: ShownRows;
  readonly marks: Marks;
  readonly menus: ReturnType<typeof useListMenus>;
  /** Whether what is open has tabs. */
  readonly hasTabs: boolean;
  readonly onOpen: (key: string, how?: HowOpened) => void;
  readonly onAction: (action: Choice, keys: readonly string[]) => void;
}

/** The menus of a list's rows and groups, while they are open. */
export function ListMenus({ rows, marks, menus, hasTabs, onOpen, onAction }: Props) {
  const { menu, setMenu, groupMenu, setGroupMenu } = menus;
  return (
    <>
      {groupMenu === undefined ? null : (
        <Requested>
          <GroupMenu
            group={groupMenu}
            marks={marks}
            folded={rows.folded}
            onFold={rows.fold}
            onClose={() => setGroupMenu(undefined)}
          />
        </Requested>
      )}
      {menu === undefined ? null : (
        <Requested>
          <RowMenu
            itemId={menu.key}
            keys={rows.threads.whole([menu.key])}
            anchor={menu.anchor}
            hasTabs={hasTabs}
            onOpen={onOpen}
            onAction={onAction}
            onClose={() => setMenu(undefined)}
          />
        </Requested>
      )}
    </>
  );
}
