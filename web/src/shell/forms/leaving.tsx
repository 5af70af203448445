import { useState } from 'react';
import { Dialog } from '../../ui/overlays.tsx';
import { Button } from '../../ui/parts.tsx';
import { useShell, useTexts } from '../context.tsx';
import type { LeavingQuestion } from './unsaved.ts';
import { tabTexts } from '../tabs/tab-texts.ts';

/** Asks what is to become of what is edited, before it is left. */
export function Leaving({ question }: { question: LeavingQuestion }) {
  const t = useTexts(tabTexts);
  const { unsaved, notices } = useShell();
  const [isBusy, setBusy] = useState(false);
  const { what } = question;
  const stay = (): void => unsaved.asking.set(undefined);
  const goOn = (): void => {
    stay();
    question.goOn();
  };
  const discard = (): void => {
    for (const one of what) one.discard?.();
    unsaved.forget(what);
    goOn();
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    for (const one of what) {
      const isSaved = await one.save?.().catch(() => false);
      if (isSaved === true) continue;
      notices.show({ text: t.notSaved(one.title), tone: 'fault' });
      return stay();
    }
    unsaved.forget(what);
    goOn();
  };
  const [first] = what;
  return (
    <Dialog title={t.leaveTitle} closeLabel={t.stay} onClose={stay}>
      {what.length === 1 && first !== undefined ? (
        <p>{t.leaveOne(first.title)}</p>
      ) : (
        <>
          <p>{t.leaveMany}</p>
          <ul>
            {what.map(({ title }, index) => (
              <li key={index}>{title}</li>
            ))}
          </ul>
        </>
      )}
      <footer>
        <Button kind="danger" disabled={isBusy} onClick={discard}>
          {t.discard}
        </Button>
        <span className="grow" />
        <Button disabled={isBusy} onClick={stay}>
          {t.stay}
        </Button>
        {what.every((one) => one.save !== undefined) ? (
          <Button kind="primary" autoFocus aria-disabled={isBusy} onClick={() => void (isBusy ? undefined : save())}>
            {isBusy ? t.saving : t.save}
          </Button>
        ) : null}
      </footer>
    </Dialog>
  );
}
