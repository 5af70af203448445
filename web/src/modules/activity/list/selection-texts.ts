import { defineTexts, plural } from '../../../shell/index.ts';

export const selectionTexts = defineTexts(
  {
    selected: (count: number) => plural('de', count, 'ausgewählt', 'ausgewählt'),
    clearSelection: 'Auswahl aufheben',
    selectAll: 'Alle auswählen',
    openBeside: 'In eigenem Reiter öffnen',
    more: 'Weitere Aktionen',
    group: 'Gruppe',
    unmarkGroup: 'Gruppe nicht mehr auswählen',
    fold: 'Zuklappen',
    unfold: 'Aufklappen',
  },
  {
    selected: (count: number) => plural('en', count, 'selected', 'selected'),
    clearSelection: 'Clear selection',
    selectAll: 'Select all',
    openBeside: 'Open in a tab of its own',
    more: 'More actions',
    group: 'Group',
    unmarkGroup: 'Unselect group',
    fold: 'Fold',
    unfold: 'Unfold',
  },
);
