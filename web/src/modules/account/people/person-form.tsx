import { administrationCommands, type PersonInfo } from '@kontor/contract/account';
import { useShell, useTexts } from '../../../shell/index.ts';
import { FormEnd } from '../../../shell/forms/form-end.tsx';
import { useForm } from '../../../shell/forms/use-form.ts';
import { Check, TextField } from '../../../ui/fields.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useProblem } from '../use-problem.ts';
import type { MadeLink } from './link-made.tsx';
import { Rights } from './rights.tsx';
import { detailsOf, draftOf, faultsOf, isChanged, nameOf, rebased, type PersonDraft } from './rules.ts';
import { texts } from './texts.ts';

/** Names, address, role and rights of a person, known or to be invited. */
export function PersonForm({
  person,
  onSaved,
  onInvited,
  onCancel,
}: {
  person?: PersonInfo;
  onSaved?: () => void;
  onInvited?: (link: MadeLink) => void;
  onCancel?: () => void;
}) {
  const t = useTexts(texts);
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const { notices } = useShell();
  const known = draftOf(person);
  const form = useForm<PersonDraft>({
    title: person === undefined ? t.inviteTitle : nameOf(person),
    start: known,
    // Saving must not take back what another administrator has changed since this was opened.
    ...(person === undefined ? {} : { stored: known, rebase: rebased }),
    isChanged,
    isValid: (draft) => Object.keys(faultsOf(draft)).length === 0,
    send: async (draft) => {
      const details = detailsOf(draft);
      if (person === undefined) {
        const link = await sendOnce(administrationCommands.invite, { userName: draft.userName, ...details });
        onInvited?.({ ...link, email: details.email });
        return;
      }
      await sendOnce(administrationCommands.savePerson, { userId: person.id, ...details });
      notices.show({ text: t.saved });
      onSaved?.();
    },
    say: problem,
  });
  const { ref, draft, fault, isTried, change, submit } = form;
  const faults = faultsOf(draft);
  const faultOf = (field: 'userName' | 'email'): string | undefined => {
    const found = isTried ? faults[field] : undefined;
    return found === undefined ? undefined : t[found];
  };
  const isTaken = fault?.code === 'USER_NAME_TAKEN';
  return (
    <form ref={ref} className="form" onSubmit={(event) => submit(event)} noValidate>
      <div className="two">
        <TextField
          label={t.firstName}
          autoComplete="off"
          autoFocus={person === undefined}
          value={draft.firstName}
          onChange={(event) => change({ firstName: event.currentTarget.value })}
        />
        <TextField
          label={t.lastName}
          autoComplete="off"
          value={draft.lastName}
          onChange={(event) => change({ lastName: event.currentTarget.value })}
        />
      </div>
      <div className="two">
        <TextField
          name="userName"
          label={t.userName}
          hint={t.userNameHint}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          readOnly={person !== undefined}
          fault={isTaken ? fault.text : faultOf('userName')}
          value={draft.userName}
          onChange={(event) => change({ userName: event.currentTarget.value })}
        />
        <TextField
          name="email"
          type="email"
          label={t.email}
          hint={t.emailHint}
          autoComplete="off"
          fault={faultOf('email')}
          value={draft.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
      </div>
      <Check
        label={t.role}
        hint={t.roleHint}
        checked={draft.isAdministrator}
        onChange={(event) => change({ isAdministrator: event.currentTarget.checked })}
      />
      <h3>{t.rights}</h3>
      <Rights value={draft.rights} onChange={(rights) => change({ rights })} />
      <FormEnd
        form={form}
        isNew={person === undefined}
        isSaidAbove={isTaken}
        create={t.inviteAction}
        onCancel={onCancel}
      />
    </form>
  );
}
