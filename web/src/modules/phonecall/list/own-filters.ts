import type { EntryRow } from '@kontor/contract/activity';
import { CALL_FILTERS, type CallFilter } from '@kontor/contract/phonecall';
import type { IconName } from '../../../ui/icon-names.ts';
import { SIGN_ICONS, rowOfCall } from '../row/rules.ts';

type OwnFilter = Exclude<CallFilter, ''>;

/** What calls are cut to beyond what all lists are filtered by, as the server calls it. */
export const OWN_FILTERS = CALL_FILTERS.filter((one): one is OwnFilter => one !== '');

export const FILTER_ICONS: Readonly<Record<OwnFilter, IconName>> = {
  missed: SIGN_ICONS.missed,
  callback: 'bell',
  voice: SIGN_ICONS.voice,
  fax: SIGN_ICONS.fax,
  blocked: SIGN_ICONS.blocked,
};

const DONE = 3;

/** Whether a call that the server has put into one of these may stay there. What is unknown keeps all. */
export function isListed(row: EntryRow, custom: string): boolean {
  const { sign, isCallbackDesired } = rowOfCall(row);
  switch (custom) {
    case 'callback':
      return isCallbackDesired && row.status !== DONE;
    case 'missed':
    case 'voice':
    case 'fax':
    case 'blocked':
      return sign === custom;
    default:
      return true;
  }
}
