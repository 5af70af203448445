import { nameOfKey, useLanguage } from '../../../shell/index.ts';
import { Button } from '../../../ui/parts.tsx';
import type { AppointmentForm } from './use-appointment-form.ts';

/** Sends the form of an appointment, as its key does within it. */
export function SaveButton({
  form: { ref, isBusy },
  label,
}: {
  form: Pick<AppointmentForm, 'ref' | 'isBusy'>;
  label: string;
}) {
  const key = nameOfKey('Ctrl+s', useLanguage());
  return (
    <Button
      kind="primary"
      className="button appointment-save"
      aria-disabled={isBusy}
      aria-keyshortcuts="Control+S"
      title={`${label} (${key})`}
      onClick={() => ref.current?.requestSubmit()}
    >
      {label} <kbd aria-hidden="true">{key}</kbd>
    </Button>
  );
}
