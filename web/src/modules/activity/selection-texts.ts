import { defineTexts, plural } from '../../shell/index.ts';

export const selectionTexts = defineTexts(
  {
    selected: (count: number) => plural('de', count, 'ausgewählt', 'ausgewählt'),
    clearSelection: 'Auswahl aufheben',
    selectAll: 'Alle auswählen',
    open: 'Öffnen',
    more: 'Weitere Aktionen',
  },
  {
    selected: (count: number) => plural('en', count, 'selected', 'selected'),
    clearSelection: 'Clear selection',
    selectAll: 'Select all',
    open: 'Open',
    more: 'More actions',
  },
);
