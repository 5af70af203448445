import {
  MENU_TYPES,
  menuCommands,
  partsOfMenuUrl,
  type MenuAllowed,
  type MenuItemAbout,
  type OwnMenuItem,
} from '@kontor/contract/account';
import { useShell, useTexts } from '../../../shell/index.ts';
import { Conflict } from '../../../shell/forms/conflict.tsx';
import { letterOf } from '../../../shell/menu/menu-follow.ts';
import { newerCopy, useForm } from '../../../shell/forms/use-form.ts';
import { Check, Segments, SelectField, TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button } from '../../../ui/parts.tsx';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { useProblem } from '../use-problem.ts';
import { faultsOf, nameFor, settled, urlFor } from './rules.ts';
import { texts } from './texts.ts';

const NEW: MenuItemAbout = {
  Caption: '',
  Name: '',
  Type: 'userDefinedUrl',
  URL: '',
  Method: 'GET',
  Session: false,
  ResourceId: '',
};
const draftOf = ({ Caption, Name, Type, URL: url, Method, Session, ResourceId }: OwnMenuItem): MenuItemAbout => ({
  Caption,
  Name,
  Type,
  URL: url,
  Method,
  Session,
  ResourceId,
});

interface Props {
  readonly item: OwnMenuItem | undefined;
  readonly allowed: MenuAllowed;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The form of an entry: `about` is what would be saved of what is typed, `faults` what is wrong with that. */
function useMenuForm({ item, allowed, onSaved }: Omit<Props, 'onClose'>) {
  const t = useTexts(texts);
  const sendOnce = useSendOnce();
  const problem = useProblem();
  const { notices } = useShell();
  const aboutOf = (draft: MenuItemAbout): MenuItemAbout =>
    settled(
      {
        ...draft,
        Caption: draft.Caption.trim(),
        Name: draft.Name.trim() || nameFor(draft.Caption),
        URL: urlFor(draft.Type, draft.URL, window.location.origin),
      },
      allowed,
    );
  const form = useForm<MenuItemAbout, OwnMenuItem>({
    title: item?.Caption ?? t.newTitle,
    start: item === undefined ? NEW : draftOf(item),
    version: item?.aggregateVersion ?? 0,
    isValid: (draft) => Object.keys(faultsOf(aboutOf(draft), allowed)).length === 0,
    send: async (draft, version) => {
      const about = aboutOf(draft);
      if (item === undefined) await sendOnce(menuCommands.createMenuItem, about);
      else await sendOnce(menuCommands.changeMenuItem, { ID: item.ID, ...about, aggregateVersion: version ?? 0 });
      notices.show({ text: t.saved(about.Caption) });
      onSaved();
    },
    say: problem,
    newer: newerCopy<OwnMenuItem>(({ aggregateVersion }) => aggregateVersion),
  });
  const about = aboutOf(form.draft);
  return { ...form, about, faults: faultsOf(about, allowed) };
}

/** A new entry, or one that is there. Whoever was quicker is not overwritten unasked. */
export function MenuForm({ item, allowed, onSaved, onClose }: Props) {
  const t = useTexts(texts);
  const form = useMenuForm({ item, allowed, onSaved });
  const { ref, draft, about, faults, fault, isTried, isBusy, change, submit, leave } = form;
  const faultOf = (field: keyof MenuItemAbout): string | undefined => {
    const found = isTried ? faults[field] : undefined;
    return found === undefined ? undefined : t.faults[found];
  };
  const close = (): void => leave(onClose);
  const { host } = partsOfMenuUrl(about.URL);
  const isPage = about.Type === 'userDefinedUrl' && /^https?:/i.test(about.URL);
  const urlHint =
    about.Type === 'applicationStarter'
      ? t.urlHints.applicationStarter(['mailto', 'tel', ...allowed.schemes].map((scheme) => `${scheme}:`).join(', '))
      : t.urlHints[about.Type];
  const field = (name: 'Caption' | 'URL' | 'Name' | 'ResourceId', label: string, hint?: string, more = {}) => (
    <TextField
      name={name}
      label={label}
      hint={hint}
      autoComplete="off"
      spellCheck={name === 'Caption'}
      fault={faultOf(name)}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      {...more}
    />
  );
  return (
    <Dialog title={item === undefined ? t.newTitle : t.editTitle} closeLabel={t.close} onClose={close}>
      <form ref={ref} className="form" onSubmit={(event) => submit(event, onClose)} noValidate>
        {field('Caption', t.caption, undefined, { maxLength: 60, autoFocus: true })}
        <SelectField
          label={t.type}
          value={draft.Type}
          options={MENU_TYPES.map((type) => [type, t.types[type]] as const)}
          onChange={(Type) => change({ Type })}
        />
        {field('URL', t.url, urlHint, {
          inputMode: 'url',
          placeholder: { predefined: '/', userDefinedUrl: 'https://', applicationStarter: 'tel:' }[draft.Type],
        })}
        {isPage ? (
          <PageFields
            method={draft.Method}
            isSession={about.Session}
            mayTell={allowed.sessionHosts.includes(host)}
            onChange={change}
          />
        ) : null}
        <details className="menu-more" open={isTried && faults.Name !== undefined ? true : undefined}>
          <summary>{t.more}</summary>
          {field('Name', t.name, t.nameHint, { placeholder: nameFor(draft.Caption), maxLength: 40 })}
          {about.Session || about.Method === 'POST'
            ? field('ResourceId', t.resourceId, t.resourceIdHint, { maxLength: 200 })
            : null}
        </details>
        <Preview caption={about.Caption || t.newTitle} />
        <FaultNote text={fault?.text} />
        <Conflict t={t} form={form} draftOf={draftOf} onKept={onClose} />
        <footer>
          <Button onClick={close}>{t.cancel}</Button>
          <Button kind="primary" type="submit" aria-disabled={isBusy}>
            {t.save}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** How a page is called up, and whether it is told who is signed in. */
function PageFields({
  method,
  isSession,
  mayTell,
  onChange,
}: {
  method: MenuItemAbout['Method'];
  isSession: boolean;
  /** Whether the page may be told. */
  mayTell: boolean;
  onChange: (part: Partial<MenuItemAbout>) => void;
}) {
  const t = useTexts(texts);
  return (
    <>
      <div className="field">
        <Segments
          label={t.method}
          value={method}
          options={(['GET', 'POST'] as const).map((one) => [one, t.methods[one]] as const)}
          onChange={(Method) => onChange({ Method })}
        />
        {method === 'POST' ? <span className="hint">{t.methodHint}</span> : null}
      </div>
      <Check
        label={t.withSession}
        hint={mayTell ? t.withSessionHint : t.noSession}
        disabled={!mayTell}
        checked={isSession}
        onChange={(event) => onChange({ Session: event.currentTarget.checked })}
      />
    </>
  );
}

/** The entry in the wide menu and in the narrow one. */
function Preview({ caption }: { caption: string }) {
  const t = useTexts(texts);
  const entry = (
    <span>
      <span className="menu-letter">{letterOf(caption)}</span>
      <span className="label">{caption}</span>
    </span>
  );
  return (
    <div className="menu-preview">
      <span className="label">{t.preview}</span>
      <div aria-hidden="true">
        <div className="drawer">{entry}</div>
        <div className="drawer" data-mini="true">
          {entry}
        </div>
      </div>
    </div>
  );
}
