import './scheme.css';
import { DEFAULT_SCHEME, readScheme, themeCommands, themeQueries, type Colours } from '@kontor/contract/settings';
import { Suspense, useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useSettings, useShell, useTexts } from '../../../shell/index.ts';
import { useRemoved } from '../../../shell/forms/use-removed.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { FaultNote } from '../../../ui/fault-note.tsx';
import { SkeletonBlock, Button, Callout, IconButton } from '../../../ui/parts.tsx';
import { settingTexts } from '../setting-texts.ts';
import { schemeTexts } from './texts.ts';
import { useSchemeProblem } from './use-scheme-problem.ts';

const SchemeForm = lazily(() => import('./scheme-form.tsx').then((module) => module.SchemeForm));

interface Scheme {
  readonly name: string;
  readonly colours: Colours;
  readonly changeable: boolean;
}

/** The colour schemes of the instance, one of them chosen. */
export function Schemes() {
  const t = useTexts(schemeTexts);
  const { label } = useTexts(settingTexts).colourScheme;
  const { settings, notices } = useShell();
  const { colourScheme } = useSettings();
  const answer = useAsk(themeQueries.colourSchemes, {});
  const [editing, setEditing] = useState<Scheme | 'new'>();
  const [removing, setRemoving] = useState<Scheme>();
  const { nextFocus, removed } = useRemoved();
  const schemes = (answer.data ?? []).flatMap(({ name, scheme, changeable }): readonly Scheme[] => {
    const read = readScheme(scheme);
    return read === undefined ? [] : [{ name, colours: read.value, changeable }];
  });
  const shown = schemes.some(({ name }) => name === colourScheme) ? colourScheme : DEFAULT_SCHEME;
  const choose = (name: string): void => settings.change({ colourScheme: name });
  return (
    <div className="schemes">
      <fieldset>
        <legend className="label">{label}</legend>
        <p className="hint">{t.hint}</p>
        {answer.data === undefined && answer.failure === undefined ? <SkeletonBlock width="100%" height={120} /> : null}
        {answer.data === undefined && answer.failure !== undefined ? (
          <Callout tone="fault" icon="warning" action={<Button onClick={answer.retry}>{t.retry}</Button>}>
            {t.failed}
          </Callout>
        ) : null}
        <ul>
          {schemes.map((scheme) => (
            <li key={scheme.name}>
              <label>
                <input
                  type="radio"
                  name="colour-scheme"
                  checked={scheme.name === shown}
                  onChange={() => choose(scheme.name)}
                />
                <Swatches colours={scheme.colours} />
                <span>{scheme.name}</span>
              </label>
              {scheme.changeable ? (
                <>
                  <IconButton icon="pencil-simple" label={t.edit(scheme.name)} onClick={() => setEditing(scheme)} />
                  <IconButton icon="trash" label={t.remove(scheme.name)} onClick={() => setRemoving(scheme)} />
                </>
              ) : null}
            </li>
          ))}
        </ul>
      </fieldset>
      <Button ref={nextFocus} icon="plus" disabled={answer.data === undefined} onClick={() => setEditing('new')}>
        {t.add}
      </Button>
      {editing === undefined ? null : (
        <Suspense>
          <SchemeForm
            {...(editing === 'new' ? {} : { scheme: editing })}
            onClose={() => setEditing(undefined)}
            onSaved={(name) => {
              setEditing(undefined);
              answer.retry();
              choose(name);
              notices.show({ text: t.saved(name) });
            }}
          />
        </Suspense>
      )}
      {removing === undefined ? null : (
        <Removal
          name={removing.name}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => {
            setRemoving(undefined);
            answer.retry();
            choose(DEFAULT_SCHEME);
            notices.show({ text: t.removed(removing.name) });
            removed();
          }}
        />
      )}
    </div>
  );
}

function Swatches({ colours }: { colours: Colours }) {
  return (
    <span className="swatches" aria-hidden="true">
      {[colours.primary, colours.secondary, colours.dark].map((colour, index) => (
        <span key={index} style={{ background: colour }} />
      ))}
    </span>
  );
}

function Removal({ name, onClose, onRemoved }: { name: string; onClose: () => void; onRemoved: () => void }) {
  const t = useTexts(schemeTexts);
  const client = useClient();
  const inWords = useSchemeProblem();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const remove = async (): Promise<void> => {
    setBusy(true);
    try {
      await client.sendNow(themeCommands.deleteColourScheme, { name });
      onRemoved();
    } catch (error) {
      setProblem(inWords(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t.removeTitle} closeLabel={t.cancel} onClose={onClose}>
      <p>{t.removeSure(name)}</p>
      <FaultNote text={problem} />
      <footer>
        <Button autoFocus onClick={onClose}>
          {t.cancel}
        </Button>
        <Button kind="danger" disabled={isBusy} onClick={() => void remove()}>
          {t.removeNow}
        </Button>
      </footer>
    </Dialog>
  );
}
