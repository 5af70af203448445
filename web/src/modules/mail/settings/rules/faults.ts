import { typedNumber } from '../../../../ui/typed-number.ts';
import { isAddress } from '../../composer/receivers/parse.ts';
import { MEGABYTE, isText, linesOf, type ActionDraft, type ConditionDraft, type RuleDraft } from './draft.ts';

export type RuleFault =
  | 'nameMissing'
  | 'valuesMissing'
  | 'tooManyValues'
  | 'valueTooLong'
  | 'headerName'
  | 'sizeMissing'
  | 'timeMissing'
  | 'weekdaysMissing'
  | 'accountMissing'
  | 'personMissing'
  | 'peopleMissing'
  | 'tooManyPeople'
  | 'templateMissing'
  | 'recordMissing'
  | 'addressMissing'
  | 'addressInvalid'
  | 'tooManyAddresses';

const HEADER_NAME = /^[!-9;-~]{1,100}$/;
const DAY_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const MAX_VALUES = 100;
const MAX_VALUE = 500;
const MAX_ADDRESSES = 10;
const MAX_PEOPLE = 50;

export function conditionFault(draft: ConditionDraft): RuleFault | undefined {
  const { field } = draft;
  if (isText(field)) {
    if (field === 'header' && !HEADER_NAME.test(draft.header.trim())) return 'headerName';
    const values = linesOf(draft.values);
    if (values.length === 0) return 'valuesMissing';
    if (values.length > MAX_VALUES) return 'tooManyValues';
    return values.some((value) => value.length > MAX_VALUE) ? 'valueTooLong' : undefined;
  }
  if (field === 'size') {
    const bytes = Math.round(Number(typedNumber(draft.megabytes)) * MEGABYTE);
    return draft.megabytes.trim() !== '' && Number.isSafeInteger(bytes) && bytes >= 0 ? undefined : 'sizeMissing';
  }
  if (field !== 'time') return undefined;
  if (!DAY_TIME.test(draft.from) || !DAY_TIME.test(draft.to)) return 'timeMissing';
  return draft.weekdays.length === 0 ? 'weekdaysMissing' : undefined;
}

export function actionFault(draft: ActionDraft): RuleFault | undefined {
  switch (draft.kind) {
    case 'box':
    case 'copy':
      return draft.accountId === 0 ? 'accountMissing' : undefined;
    case 'claim':
      return draft.userId === 0 ? 'personMissing' : undefined;
    case 'tell':
      if (draft.userIds.length === 0) return 'peopleMissing';
      return draft.userIds.length > MAX_PEOPLE ? 'tooManyPeople' : undefined;
    case 'answer':
      return draft.templateId === 0 ? 'templateMissing' : undefined;
    case 'record':
      return draft.recordId === 0 ? 'recordMissing' : undefined;
    case 'forward': {
      const to = linesOf(draft.to);
      if (to.length === 0) return 'addressMissing';
      if (to.length > MAX_ADDRESSES) return 'tooManyAddresses';
      return to.every(isAddress) ? undefined : 'addressInvalid';
    }
    default:
      return undefined;
  }
}

/** What is wrong with a rule that is written, by where it is, as the server names places: `name`, `conditions.0`, `actions.2`. */
export function faultsOf(draft: RuleDraft): ReadonlyMap<string, RuleFault> {
  const found: (readonly [string, RuleFault | undefined])[] = [
    ['name', draft.name.trim() === '' ? 'nameMissing' : undefined],
    ...draft.conditions.map((one, index) => [`conditions.${index}`, conditionFault(one)] as const),
    ...draft.actions.map((one, index) => [`actions.${index}`, actionFault(one)] as const),
  ];
  return new Map(found.flatMap(([path, fault]) => (fault === undefined ? [] : [[path, fault] as const])));
}
