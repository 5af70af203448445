import type { ItemGiven } from '../../../shell/index.ts';
import type { Language } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import type { Chosen } from './use-selection.ts';

/** Something that is done with records that were selected in a list. */
export interface RecordListAction {
  readonly name: string;
  readonly icon: IconName;
  readonly label: Readonly<Record<Language, string>>;
  readonly run: (given: ItemGiven, chosen: readonly Chosen[]) => void | Promise<void>;
}

/** Whatever lists of records offer beside deleting. */
export const RECORD_LIST_ACTIONS: readonly RecordListAction[] = [
  {
    name: 'copyNumbers',
    icon: 'copy',
    label: { de: 'Nummern kopieren', en: 'Copy numbers' },
    run: async ({ notices, language }, chosen) => {
      await navigator.clipboard.writeText(chosen.map(({ id }) => String(id)).join('\n'));
      notices.show({ text: language === 'de' ? 'Die Nummern sind kopiert.' : 'The numbers are copied.' });
    },
  },
];
