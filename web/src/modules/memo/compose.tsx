import './compose.css';
import { recordActivityQueries } from '@kontor/contract/memo';
import { useState, type FormEvent } from 'react';
import { useAsk } from '../../client/react.tsx';
import { writingKey } from '../../editor/writing/writing-keys.ts';
import { useTexts, type AboutRecord } from '../../shell/index.ts';
import { DateField } from '../../shell/dates/date-field.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Button, Callout } from '../../ui/parts.tsx';
import { composeTexts } from './compose-texts.ts';
import { texts } from './texts.ts';
import { typeName } from './type-name.ts';
import { MAX_MINUTES, useMemoBox } from './use-memo-box.ts';

/** A box in the history of a record to write down at once what was talked about, with whom and for how long. */
export function ComposeMemo(about: AboutRecord) {
  const t = useTexts(composeTexts);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <Button icon="notepad" onClick={() => setOpen(true)}>
          {t.open}
        </Button>
      </div>
    );
  return <Box {...about} onClose={() => setOpen(false)} />;
}

function Box({ idoId, idoInstanceId, title, persons, onClose }: AboutRecord & { onClose: () => void }) {
  const t = useTexts(composeTexts);
  const m = useTexts(texts);
  const types = useAsk(recordActivityQueries.communicationTypes, {}).data ?? [];
  const { written, fault, isBusy, write, keep, goFrom } = useMemoBox({ idoId, idoInstanceId, title, onClose });
  return (
    <form
      className="memo-compose"
      aria-label={t.open}
      onKeyDown={(event) => writingKey(event, { done: () => void keep(), save: () => void keep() })}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void keep();
      }}
    >
      <TextField
        label={t.title}
        autoFocus
        maxLength={300}
        value={written.title}
        onChange={({ currentTarget }) => write({ title: currentTarget.value })}
      />
      <label className="field">
        <span className="label">{t.text}</span>
        <textarea
          className="input"
          rows={4}
          value={written.text}
          onChange={({ currentTarget }) => write({ text: currentTarget.value })}
        />
      </label>
      <div className="memo-compose-more">
        <SelectField
          label={t.type}
          value={written.type}
          options={[
            ['', t.noType],
            ...types.flatMap(({ id, communicationType, isOffered }) =>
              isOffered ? [[String(id), typeName(m, communicationType)] as const] : [],
            ),
          ]}
          onChange={(type) => write({ type })}
        />
        {persons.length === 0 ? null : (
          <SelectField
            label={t.person}
            value={written.person}
            options={[['', t.noPerson], ...persons.map(({ id, name }) => [String(id), name] as const)]}
            onChange={(person) => write({ person })}
          />
        )}
        <TextField
          label={t.minutes}
          type="number"
          min={0}
          max={MAX_MINUTES}
          value={written.minutes}
          onChange={({ currentTarget }) => write({ minutes: currentTarget.value })}
        />
        <DateField label={t.alarm} kind="moment" value={written.alarm} onChange={(value) => write({ alarm: value })} />
      </div>
      {fault === '' ? null : (
        <Callout tone="fault" icon="warning">
          {fault}
        </Callout>
      )}
      <footer>
        <Button onClick={() => goFrom(onClose)}>{t.cancel}</Button>
        <Button kind="primary" type="submit" aria-disabled={isBusy}>
          {isBusy ? t.keeping : t.keep}
        </Button>
      </footer>
    </form>
  );
}
