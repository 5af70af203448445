import { useState } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { dialOf } from '../../../shell/numbers/dial-of.ts';
import { TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { WhoDialog } from '../numbers/number-menu.tsx';
import { numberMenuTexts } from '../numbers/texts.ts';
import { problemTexts } from '../problem-texts.ts';
import { bookTexts } from './texts.ts';

/** Looks up whose a number is that was typed. */
export function WhoAsk({ onClose }: { onClose: () => void }) {
  const t = useTexts(bookTexts);
  const m = useTexts(numberMenuTexts);
  const p = useTexts(problemTexts);
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const [number, setNumber] = useState<string>();
  if (number !== undefined) return <WhoDialog number={number} onClose={onClose} />;
  return (
    <FormDialog
      title={t.whoIs}
      texts={{ close: t.close, cancel: t.cancel, take: m.whoIs }}
      onTake={() => {
        setTried(true);
        if (dialOf(typed) !== '') setNumber(typed.trim());
        // What was found stands in the place of the question.
        return false;
      }}
      onClose={onClose}
    >
      <TextField
        label={t.number}
        inputMode="tel"
        maxLength={100}
        autoComplete="off"
        fault={isTried && dialOf(typed) === '' ? p.PHONE_NUMBER_INVALID : undefined}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}
