import type { Right } from '@kontor/contract/account';
import { MODULE_NAMES, type ModuleName } from '@kontor/contract/kernel';
import { useClient, useValue } from '../../client/react.tsx';

/** The right to see each kind of item; memos have none of their own. */
const RIGHTS: Readonly<Partial<Record<ModuleName, Right>>> = {
  email: 'mailList',
  phonecall: 'phoneCallList',
  document: 'documentList',
  note: 'noteList',
  task: 'taskList',
  message: 'messageList',
  appointment: 'agendaList',
};

/** The kinds of item that the person may see. */
export function usePermittedKinds(): readonly ModuleName[] {
  const rights = useValue(useClient().configuration)?.rights;
  return MODULE_NAMES.filter((name) => {
    const right = RIGHTS[name];
    return right === undefined || rights === undefined || rights[right];
  });
}
