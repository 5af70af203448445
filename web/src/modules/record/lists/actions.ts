import type { Right } from '@kontor/contract/account';
import { MAX_CHANGED, MAX_MERGED } from '@kontor/contract/record';
import { useClient, useValue } from '../../../client/react.tsx';
import type { ItemTools } from '../../../shell/index.ts';
import { attempt, useLanguage, useShell, type Language } from '../../../shell/index.ts';
import type { IconName } from '../../../ui/icon-names.ts';
import { changeField, linkItems, mergeRecords } from '../asking.ts';
import { manyTexts } from '../many/texts.ts';
import { itemTexts } from '../item-picker-texts.ts';
import { mergingTexts } from '../merging/texts.ts';
import type { Chosen } from './use-selection.ts';

/** Something that is done with records that were selected in a list. */
export interface RecordListAction {
  readonly name: string;
  readonly icon: IconName;
  readonly label: Readonly<Record<Language, string>>;
  /** Its usual key. */
  readonly key?: string;
  /** Without it it is not offered. */
  readonly right?: Right;
  /** `onDone`: what was selected is not to be any more. */
  readonly run: (given: ItemTools, chosen: readonly Chosen[], onDone: () => void) => void | Promise<void>;
}

/** Whatever lists of records offer beside deleting. */
const RECORD_LIST_ACTIONS: readonly RecordListAction[] = [
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
    name: 'change',
    icon: 'pencil-simple',
    label: { de: manyTexts.de.offer, en: manyTexts.en.offer },
    key: 'U',
    right: 'createIdo',
    run: ({ notices, language }, chosen) => {
      const [first] = chosen;
      const t = manyTexts[language];
      if (first === undefined || chosen.some(({ kindId }) => kindId !== first.kindId))
        notices.show({ text: t.oneKind });
      else if (chosen.length > MAX_CHANGED)
        notices.show({ text: t.tooMany(new Intl.NumberFormat(language).format(MAX_CHANGED)) });
      else changeField({ idoInstanceId: first.kindId, idoIds: chosen.map(({ id }) => id) });
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
      if (first === undefined || chosen.length < 2 || chosen.length > MAX_MERGED || !isOneKind)
        notices.show({ text: mergingTexts[language].notThese(MAX_MERGED) });
      else mergeRecords({ idoInstanceId: first.kindId, idoIds: chosen.map(({ id }) => id), onMerged: onDone });
    },
  },
];

/** What is offered for the records that are selected. `onDone`: they are not to be any more. */
export function useListActions(chosen: readonly Chosen[], onDone: () => void) {
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  const rights = useValue(client.configuration)?.rights;
  const given = { client, notices, language };
  return RECORD_LIST_ACTIONS.filter(({ right }) => right === undefined || rights?.[right] === true).map((action) => ({
    ...action,
    label: action.label[language],
    run: (): void => attempt(given, () => action.run(given, chosen, onDone)),
  }));
}
