import type { Right } from '@kontor/contract/account';
import { MOST_MERGED } from '@kontor/contract/record';
import type { ItemGiven } from '../../../shell/index.ts';
import type { Language } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { linkItems, mergeRecords } from '../asking.ts';
import { itemTexts } from '../item-picker-texts.ts';
import { mergingTexts } from '../merging/texts.ts';
import type { Chosen } from './use-selection.ts';

/** Something that is done with records that were selected in a list. */
export interface RecordListAction {
  readonly name: string;
  readonly icon: IconName;
  readonly label: Readonly<Record<Language, string>>;
  /** Without it it is not offered. */
  readonly right?: Right;
  /** `onDone`: what was selected is not to be any more. */
  readonly run: (given: ItemGiven, chosen: readonly Chosen[], onDone: () => void) => void | Promise<void>;
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
  {
    name: 'link',
    icon: 'link',
    label: { de: itemTexts.de.offer, en: itemTexts.en.offer },
    run: ({ language }, chosen) =>
      linkItems({
        records: chosen.map(({ id, kindId }) => ({ idoId: id, idoInstanceId: kindId })),
        name: itemTexts[language].records(chosen.length),
      }),
  },
  {
    name: 'merge',
    icon: 'arrows-merge',
    label: { de: 'Zusammenführen', en: 'Merge' },
    right: 'createIdo',
    run: ({ notices, language }, chosen, onDone) => {
      const [first] = chosen;
      const isOneKind = chosen.every(({ kindId }) => kindId === first?.kindId);
      if (first === undefined || chosen.length < 2 || chosen.length > MOST_MERGED || !isOneKind)
        notices.show({ text: mergingTexts[language].notThese(MOST_MERGED) });
      else mergeRecords({ idoInstanceId: first.kindId, idoIds: chosen.map(({ id }) => id), onMerged: onDone });
    },
  },
];
