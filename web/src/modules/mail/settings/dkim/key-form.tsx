import { dkimCommands, writingQueries } from '@kontor/contract/mail';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';
import { EditedForm } from '../../../../shell/forms/edited-list.tsx';
import { useForm } from '../../../../shell/forms/use-form.ts';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { TextField } from '../../../../ui/fields.tsx';
import { Dialog } from '../../../../ui/overlays.tsx';
import { texts } from './texts.ts';
import { saidOf } from '../said-of.ts';

const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i;
const SELECTOR = /^(?=.{1,63}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i;

interface Draft {
  /** Undefined where nothing is typed: the domain of the person's own address then. */
  readonly typed: string | undefined;
  readonly selector: string;
}

/** A key that is to be made. */
export function KeyForm({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  const { data } = useAsk(writingQueries.accounts, mayWrite ? {} : undefined);
  const own = data?.sendingAccounts[0]?.email.replace(/^.*@/, '') ?? '';
  const faultsOf = ({ typed, selector }: Draft) => ({
    domain: DOMAIN.test((typed ?? own).trim()) ? undefined : t.badDomain,
    selector: SELECTOR.test(selector.trim()) ? undefined : t.badSelector,
  });
  const form = useForm<Draft>({
    start: { typed: undefined, selector: 'kontor' },
    isValid: (draft) => Object.values(faultsOf(draft)).every((fault) => fault === undefined),
    send: async ({ typed, selector }) => {
      await client.sendNow(dkimCommands.addDkimKey, { domain: (typed ?? own).trim(), selector: selector.trim() });
      notices.show({ text: t.created });
      onSaved();
    },
    say: ({ code }) => saidOf(t.problems, code),
  });
  const { draft, isTried, change } = form;
  const faults = isTried ? faultsOf(draft) : undefined;
  return (
    <Dialog title={t.newTitle} closeLabel={t.close} onClose={onClose}>
      <EditedForm title={t.newTitle} form={form} isNew create={t.create} saving={t.creating} onClose={onClose}>
        <TextField
          label={t.domain}
          hint={t.domainHint}
          autoFocus
          autoCapitalize="off"
          spellCheck={false}
          fault={faults?.domain}
          value={draft.typed ?? own}
          onChange={(event) => change({ typed: event.currentTarget.value })}
        />
        <TextField
          label={t.selector}
          hint={t.selectorHint}
          autoCapitalize="off"
          spellCheck={false}
          fault={faults?.selector}
          value={draft.selector}
          onChange={(event) => change({ selector: event.currentTarget.value })}
        />
      </EditedForm>
    </Dialog>
  );
}
