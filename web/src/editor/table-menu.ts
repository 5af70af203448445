import type { Editor } from '@tiptap/core';
import type { MenuItem } from '../ui/menu.tsx';
import type { toolbarTexts } from './toolbar-texts.ts';

const CELL_GROUNDS = ['#eceff3', '#d6e6fa', '#d9f2dd', '#fff2a8', '#fbdedb'] as const;

/** What can be done with the table that is written in, or one made. */
export function tableItems(editor: Editor, t: (typeof toolbarTexts)['de']): readonly MenuItem[] {
  const chain = () => editor.chain().focus();
  const item = (key: string, label: string, run: () => boolean, apart = false): MenuItem => ({
    key,
    label,
    ...(apart ? { apart } : {}),
    onSelect: () => void run(),
  });
  const insert = (rows: number, cols: number): MenuItem =>
    item(`${rows} ${cols}`, `${t.insertTable}: ${cols} × ${rows}`, () =>
      chain().insertTable({ rows, cols, withHeaderRow: true }).run(),
    );
  if (!editor.isActive('table')) return [insert(2, 2), insert(3, 3), insert(4, 4), insert(6, 3)];
  const table = editor.getAttributes('table');
  const ground = String(editor.getAttributes('tableCell')['backgroundColor'] ?? '');
  return [
    item('row', t.rowAfter, () => chain().addRowAfter().run()),
    item('column', t.columnAfter, () => chain().addColumnAfter().run()),
    item('delete row', t.deleteRow, () => chain().deleteRow().run(), true),
    item('delete column', t.deleteColumn, () => chain().deleteColumn().run()),
    item('header', t.header, () => chain().toggleHeaderRow().run(), true),
    item('merge', t.merge, () => chain().mergeOrSplit().run()),
    item('width', t.whole, () =>
      chain()
        .updateAttributes('table', { width: table['width'] === '100%' ? null : '100%' })
        .run(),
    ),
    item('lines', t.lines, () =>
      chain()
        .updateAttributes('table', { lines: table['lines'] === false })
        .run(),
    ),
    ...CELL_GROUNDS.map((colour, index) => ({
      ...item(
        colour,
        `${t.cellGround}: ${t.colours[colour]}`,
        () =>
          chain()
            .setCellAttribute('backgroundColor', ground === colour ? null : colour)
            .run(),
        index === 0,
      ),
      checked: ground === colour,
    })),
    item('delete', t.deleteTable, () => chain().deleteTable().run(), true),
  ];
}
