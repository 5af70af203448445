import { DEFAULT_COLOURS, MAX_SCHEME_NAME, schemeText, themeCommands, type Colours } from '@kontor/contract/settings';
import { useId, useMemo } from 'react';
import { useClient } from '../../../client/react.tsx';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { day, night, type Light } from '../../../shell/settings/scheme.ts';
import { useForm } from '../../../shell/forms/use-form.ts';
import { Check, TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { Button } from '../../../ui/parts.tsx';
import { schemeTexts } from './texts.ts';
import { useSchemeProblem } from './use-scheme-problem.ts';

interface Props {
  /** To be changed; left out for a new one. */
  readonly scheme?: { readonly name: string; readonly colours: Colours };
  readonly onClose: () => void;
  readonly onSaved: (name: string) => void;
}

/** A scheme's name and colours, and what becomes of them. */
export function SchemeForm({ scheme, onClose, onSaved }: Props) {
  const t = useTexts(schemeTexts);
  const client = useClient();
  const inWords = useSchemeProblem();
  const { ref, draft, fault, isTried, isBusy, change, submit, leave } = useForm({
    title: ({ name }) => name.trim() || t.newTitle,
    start: { name: scheme?.name ?? '', colours: scheme?.colours ?? DEFAULT_COLOURS },
    isValid: ({ name }) => name.trim() !== '',
    send: async ({ name, colours }) => {
      const command = scheme === undefined ? themeCommands.createColourScheme : themeCommands.updateColourScheme;
      const saved = await client.sendNow(command, { name, scheme: schemeText(name.trim(), colours) });
      onSaved(saved.name);
    },
    say: inWords,
  });
  const { name, colours } = draft;
  const isMissing = isTried && name.trim() === '';
  const isNameFault = fault?.code.startsWith('NAME_') === true;
  const lights = useMemo(() => [day(colours), night(colours)] as const, [colours]);
  const set = (part: Partial<Colours>): void => change({ colours: { ...colours, ...part } });
  return (
    <Dialog
      title={scheme === undefined ? t.newTitle : t.editTitle}
      closeLabel={t.cancel}
      size="l"
      onClose={() => leave(onClose)}
    >
      <form ref={ref} className="scheme-form" noValidate onSubmit={(event) => submit(event)}>
        <TextField
          label={t.name}
          value={name}
          maxLength={MAX_SCHEME_NAME}
          autoFocus={scheme === undefined}
          // What it is called is what people have chosen it by.
          readOnly={scheme !== undefined}
          required
          fault={isMissing ? t.problems.NAME_REQUIRED : isNameFault ? fault.text : undefined}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <div className="scheme-colours">
          <Colour label={t.primary} value={colours.primary} onChange={(primary) => set({ primary })} />
          <Colour label={t.secondary} value={colours.secondary} onChange={(secondary) => set({ secondary })} />
          <Colour label={t.dark} value={colours.dark} onChange={(dark) => set({ dark })} />
          {colours.uniColor === undefined ? null : (
            <Colour label={t.uniColor} value={colours.uniColor} onChange={(uniColor) => set({ uniColor })} />
          )}
        </div>
        <Check
          label={t.hasUni}
          hint={t.hasUniHint}
          checked={colours.uniColor !== undefined}
          onChange={(event) => {
            const { uniColor: _, ...rest } = colours;
            change({ colours: event.currentTarget.checked ? { ...rest, uniColor: colours.primary } : rest });
          }}
        />
        <section className="scheme-contrast">
          <h3>{t.contrast}</h3>
          <p className="quiet small">{t.contrastHint}</p>
          <div>
            <Contrast title={t.day} light={lights[0]} />
            <Contrast title={t.night} light={lights[1]} />
          </div>
        </section>
        <FaultNote text={isNameFault ? undefined : fault?.text} />
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" disabled={isBusy}>
            {t.save}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function Colour({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="scheme-colour">
        <input id={id} type="color" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
        <code aria-hidden="true">{value}</code>
      </div>
    </div>
  );
}

/** Every kind of text as it will look, where it is least legible, with its contrast. */
function Contrast({ title, light }: { title: string; light: Light }) {
  const t = useTexts(schemeTexts);
  const formats = useFormats();
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {light.pairs.map(({ kind, front, back, ratio, isMended }) => (
          <tr key={kind}>
            <th scope="row" style={{ color: front, background: back }}>
              {t.kinds[kind]}
            </th>
            <td>
              {t.ratio(formats.number(Math.floor(ratio * 10) / 10))}
              {isMended ? <span className="quiet small"> {t.mended}</span> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
