import { phonecallCommands, phonecallQueries, type Naming } from '@kontor/contract/phonecall';
import { useEffect, useState } from 'react';
import { useAsk, useClient } from '../../../client/react.tsx';
import { useShell, useTexts } from '../../../shell/index.ts';
import { useAttempt } from '../../../shell/forms/use-attempt.ts';
import { useSendOnce } from '../../../shell/forms/use-send-once.ts';
import { dialOf } from '../../../shell/numbers/dial-of.ts';
import type { AboutNumber } from '../../../shell/numbers/phone-parts.ts';
import { copyText } from '../../../ui/copy.ts';
import { Menu, type MenuItem } from '../../../ui/menu.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button, Callout, SkeletonBlock } from '../../../ui/parts.tsx';
import { newCallHref } from '../addresses.ts';
import { useDial } from '../dialling/intent.ts';
import { nameText } from '../naming/rules.ts';
import { namingTexts } from '../naming/texts.ts';
import { WhoChoice, WhoMore, WhoName, WhyName, useShowCandidate } from '../naming/who.tsx';
import { useProblem } from '../use-problem.ts';
import { numberMenuTexts } from './texts.ts';

/** What can be done with a number, wherever it stands: beside it, with who it is above. */
export function NumberMenu({ about, anchor, onClose }: { about: AboutNumber; anchor: DOMRect; onClose: () => void }) {
  const t = useTexts(numberMenuTexts);
  const n = useTexts(namingTexts);
  const { env } = useClient();
  const { notices, tabs } = useShell();
  const dial = useDial();
  // The menu closes before what was chosen in it is done: who it is stands in its place then.
  const [mode, setMode] = useState<'menu' | 'who' | 'closed'>('menu');
  const number = about.number.trim();
  // Of several that stand in one text the first is meant.
  const dialled = dialOf(number);
  const { data: naming } = useAsk(phonecallQueries.whoIs, { number: dialled });
  const setBlocked = useBlocking(dialled);
  const item = (key: string, label: string, icon: NonNullable<MenuItem['icon']>, onSelect: () => void): MenuItem => ({
    key,
    label,
    icon,
    onSelect,
  });
  useEffect(() => {
    if (mode === 'closed') onClose();
  }, [mode, onClose]);
  if (mode === 'who') return <WhoDialog number={dialled} onClose={onClose} />;
  const isBlocked = naming?.isBlocked === true;
  const name = naming === undefined ? '' : nameText(naming, n.or);
  return (
    <section aria-label={t.menu(number)}>
      <Menu
        label={t.menu(number)}
        head={
          <>
            <strong>{name || number}</strong>
            <span className="quiet small">
              {[...(name === '' ? [] : [number]), naming?.place ?? '', ...(isBlocked ? [n.blocked] : [])]
                .filter((one) => one !== '')
                .join(' · ')}
            </span>
          </>
        }
        anchor={anchor}
        onClose={() => setMode((now) => (now === 'who' ? now : 'closed'))}
        items={[
          item('call', t.call, 'phone', () => dial(about)),
          item('note', t.note, 'phone-plus', () =>
            tabs.open(newCallHref(env.newId(), { number: dialled, record: about.record }), 'beside'),
          ),
          item(
            'copy',
            t.copy,
            'copy',
            () =>
              void copyText(number).then((isCopied) =>
                notices.show(isCopied ? { text: t.copied } : { text: t.notCopied, tone: 'fault' }),
              ),
          ),
          item('who', t.whoIs, 'question', () => setMode('who')),
          {
            ...item('block', isBlocked ? t.unblock : t.block, 'prohibit', () => setBlocked(!isBlocked)),
            apart: true,
          },
        ]}
      />
    </section>
  );
}

/** Blocks a number, or takes its calls again: with a way back. */
function useBlocking(number: string): (isBlocked: boolean) => void {
  const t = useTexts(numberMenuTexts);
  const sendOnce = useSendOnce();
  const { ask } = useClient();
  const say = useProblem();
  const { attempt, offerUndo } = useAttempt(say, () => ask.refresh(phonecallQueries.whoIs, { number }));
  const send = (isBlocked: boolean) => sendOnce(phonecallCommands.block, { number, isBlocked });
  return (isBlocked) =>
    void attempt(async () => {
      await send(isBlocked);
      offerUndo(isBlocked ? t.blocked(number) : t.unblocked(number), () => send(!isBlocked));
    });
}

/** Who a number belongs to, why, and what corrects that. */
export function WhoDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const t = useTexts(numberMenuTexts);
  const { data: naming, failure, retry } = useAsk(phonecallQueries.whoIs, { number });
  return (
    <Dialog title={t.whoTitle(number)} closeLabel={t.close} onClose={onClose}>
      {naming !== undefined ? (
        <Who naming={naming} onSaid={retry} onClose={onClose} />
      ) : failure === undefined ? (
        <div role="status" aria-label={t.asking}>
          <SkeletonBlock width="70%" height={20} />
        </div>
      ) : (
        <Callout tone="fault" icon="warning" action={<Button onClick={retry}>{t.retry}</Button>}>
          {t.failed}
        </Callout>
      )}
    </Dialog>
  );
}

function Who({ naming, onSaid, onClose }: { naming: Naming; onSaid: () => void; onClose: () => void }) {
  const t = useTexts(numberMenuTexts);
  const show = useShowCandidate(naming.sureness === 'sure' ? naming.candidates[0] : undefined);
  return (
    <div className="form">
      <p>
        <strong>
          <WhoName naming={naming} />
        </strong>
      </p>
      <p className="quiet">
        <WhoMore naming={naming} />
      </p>
      <p>
        <WhyName naming={naming} />
      </p>
      <footer className="form-buttons">
        <WhoChoice naming={naming} onSaid={onSaid} />
        <span className="grow" />
        {show === undefined ? null : (
          <Button
            kind="primary"
            onClick={() => {
              onClose();
              show();
            }}
          >
            {t.record}
          </Button>
        )}
      </footer>
    </div>
  );
}
