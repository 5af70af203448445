import { dkimCommands, writingQueries } from '@kontor/contract/mail';
import { useState, type FormEvent } from 'react';
import { asFailure } from '../../../../client/failure.ts';
import { useAsk, useClient, useValue } from '../../../../client/react.tsx';
import { useShell, useTexts } from '../../../../shell/index.ts';
import { TextField } from '../../../../ui/fields.tsx';
import { Dialog } from '../../../../ui/overlays.tsx';
import { FaultNote } from '../../../../ui/fault-note.tsx';
import { Button } from '../../../../ui/parts.tsx';
import { texts } from './texts.ts';
import { saidOf } from '../said-of.ts';

const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i;
const SELECTOR = /^(?=.{1,63}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i;

/** A key that is to be made. */
export function KeyForm({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const t = useTexts(texts);
  const client = useClient();
  const { notices } = useShell();
  const mayWrite = useValue(client.configuration)?.rights.createMail === true;
  const { data } = useAsk(writingQueries.accounts, mayWrite ? {} : undefined);
  const own = data?.sendingAccounts[0]?.email.replace(/^.*@/, '') ?? '';
  const [typed, setTyped] = useState<string>();
  const [selector, setSelector] = useState('kontor');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const domain = (typed ?? own).trim();
  const domainFault = DOMAIN.test(domain) ? undefined : t.badDomain;
  const selectorFault = SELECTOR.test(selector.trim()) ? undefined : t.badSelector;
  const create = async (): Promise<void> => {
    setTried(true);
    if (domainFault !== undefined || selectorFault !== undefined || isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await client.sendNow(dkimCommands.addDkimKey, { domain, selector: selector.trim() });
      notices.show({ text: t.created });
      onDone();
    } catch (error) {
      setFault(saidOf(t.problems, asFailure(error).code));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.newTitle} closeLabel={t.close} onClose={onClose}>
      <form
        className="account-form"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextField
          label={t.domain}
          hint={t.domainHint}
          autoFocus
          autoCapitalize="off"
          spellCheck={false}
          fault={isTried ? domainFault : undefined}
          value={typed ?? own}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <TextField
          label={t.selector}
          hint={t.selectorHint}
          autoCapitalize="off"
          spellCheck={false}
          fault={isTried ? selectorFault : undefined}
          value={selector}
          onChange={(event) => setSelector(event.currentTarget.value)}
        />
        <FaultNote text={fault} />
        <footer>
          <span className="grow" />
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {isBusy ? t.creating : t.create}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
