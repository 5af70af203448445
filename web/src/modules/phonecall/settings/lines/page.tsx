import './lines.css';
import { administrationQueries } from '@kontor/contract/account';
import { isConnected, phonecallCommands, phonecallQueries, type Line } from '@kontor/contract/phonecall';
import { useMemo, useState } from 'react';
import { useAsk } from '../../../../client/react.tsx';
import { useFormats, useMinute, useShell, useTexts } from '../../../../shell/index.ts';
import { bothOf } from '../../../../shell/failures/both-of.ts';
import { Confirm } from '../../../../shell/forms/confirm.tsx';
import { CopyButton } from '../../../../shell/forms/copy-button.tsx';
import { EditedList, type EditedRows } from '../../../../shell/forms/edited-list.tsx';
import { useOpened } from '../../../../shell/forms/use-opened.ts';
import { useSendOnce } from '../../../../shell/forms/use-send-once.ts';
import { Dialog } from '../../../../ui/overlays.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { Button, IconButton } from '../../../../ui/parts.tsx';
import { useProblem } from '../../use-problem.ts';
import { LineForm } from './form.tsx';
import { lineTexts } from './texts.ts';

type Asking = { readonly what: 'delete' | 'renew' | 'template'; readonly line: Line };

/** The telephone systems, for administrators. */
export function LinesPage() {
  const t = useTexts(lineTexts);
  const answer = useAsk(phonecallQueries.lineSettings, {});
  const lists = useAsk(phonecallQueries.listSettings, {});
  const everybody = useAsk(administrationQueries.people, {});
  const people = useMemo(
    () =>
      (everybody.data ?? []).map(({ id, firstName, lastName }) => ({
        id,
        fullName: `${firstName} ${lastName}`.trim(),
      })),
    [everybody.data],
  );
  const opened = useOpened<Line>(({ lineId }) => lineId);
  /** Said once, and kept nowhere. */
  const [address, setAddress] = useState<string>();
  return (
    <>
      <EditedList
        t={t}
        icon="phone"
        answer={bothOf(answer, bothOf(lists, everybody))}
        rowsOf={([lines]) => lines}
        opened={opened}
        form={({ one, onSaved }) => (
          <LineForm
            line={one}
            lists={lists.data ?? []}
            people={people}
            onSaved={(saved) => {
              onSaved(saved.lineId);
              if (saved.address !== '') setAddress(saved.address);
            }}
            onClose={opened.close}
          />
        )}
      >
        {(lines, rows) => <List lines={lines} onAddress={setAddress} {...rows} />}
      </EditedList>
      {address === undefined ? null : (
        <Address
          path={address}
          onClose={() => {
            setAddress(undefined);
            // The form that it came from is gone, and beneath it no row could take the focus.
            opened.removed();
          }}
        />
      )}
    </>
  );
}

function List({
  lines,
  focused,
  onAddress,
  onOpen,
  onRemoved,
  onChanged,
}: EditedRows<Line> & { lines: readonly Line[]; onAddress: (address: string) => void }) {
  const t = useTexts(lineTexts);
  const [asking, setAsking] = useState<Asking>();
  return (
    <>
      <ul className="rows" aria-label={t.lines}>
        {lines.map((line) => (
          <LineRow
            key={line.lineId}
            line={line}
            focused={line.lineId === focused}
            onOpen={() => onOpen(line)}
            onAsk={(what) => setAsking({ what, line })}
          />
        ))}
      </ul>
      {asking === undefined ? null : (
        <Question
          asking={asking}
          onAddress={onAddress}
          onDone={() => {
            setAsking(undefined);
            onChanged();
            if (asking.what === 'delete') onRemoved();
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

function LineRow({
  line,
  focused,
  onOpen,
  onAsk,
}: {
  line: Line;
  focused: boolean;
  onOpen: () => void;
  onAsk: (what: Asking['what']) => void;
}) {
  const t = useTexts(lineTexts);
  const formats = useFormats();
  const now = useMinute();
  const { title, kind, isOn, lastEventAt, terminals, fault, faultSince, history } = line;
  const short = (at: string): string => formats.short(Date.parse(at) / 1000, now);
  return (
    <li className="wraps">
      <span className="what">
        <strong>{title}</strong>
        <span className="quiet">
          {[
            t.kinds[kind],
            ...(isOn ? [] : [t.off]),
            lastEventAt === null ? t.noEvent : t.lastEvent(short(lastEventAt)),
            t.terminals(terminals.length),
            ...(history === null || history.until === null ? [] : [t.historyUntil(short(history.until))]),
          ].join(' · ')}
        </span>
        {fault === '' ? null : (
          <span className="line-fault">
            {t.faults[fault]} {faultSince === null ? '' : t.since(short(faultSince))}
          </span>
        )}
        {history === null || history.fault === '' ? null : (
          <span className="line-fault">
            {t.historyFaults[history.fault]} {history.faultSince === null ? '' : t.since(short(history.faultSince))}
          </span>
        )}
      </span>
      <span className="ends">
        {kind === 'threecx' ? (
          <IconButton icon="download-simple" label={t.templateOf(title)} onClick={() => onAsk('template')} />
        ) : isConnected(kind) ? null : (
          <IconButton icon="arrow-clockwise" label={t.renewOf(title)} onClick={() => onAsk('renew')} />
        )}
        <IconButton icon="pencil-simple" label={t.editOne(title)} autoFocus={focused} onClick={onOpen} />
        <IconButton icon="trash" label={t.remove(title)} onClick={() => onAsk('delete')} />
      </span>
    </li>
  );
}

/** What is asked before a system is forgotten, or gets another address. */
function Question({
  asking: { what, line },
  onAddress,
  onDone,
  onClose,
}: {
  asking: Asking;
  onAddress: (address: string) => void;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTexts(lineTexts);
  const sendOnce = useSendOnce();
  const say = useProblem();
  const { notices } = useShell();
  const { lineId, title } = line;
  const words = {
    delete: { title: t.sure(title), hint: t.sureHint, action: t.delete },
    renew: { title: t.renewSure, hint: t.renewHint, action: t.renew },
    template: { title: t.templateSure, hint: t.templateHint, action: t.template },
  }[what];
  const run = async (): Promise<void> => {
    if (what === 'delete') {
      await sendOnce(phonecallCommands.deleteLine, { lineId });
      notices.show({ text: t.removed(title) });
    } else if (what === 'renew') onAddress((await sendOnce(phonecallCommands.renewLine, { lineId })).address);
    else {
      const { filename, xml } = await sendOnce(phonecallCommands.lineTemplate, { lineId });
      await saveFile(new Blob([xml], { type: 'application/xml' }), filename);
    }
    onDone();
  };
  return (
    <Confirm title={words.title} action={words.action} danger={what === 'delete'} run={run} say={say} onClose={onClose}>
      <p>{words.hint}</p>
    </Confirm>
  );
}

/** The address that the system posts to, which is said once. */
function Address({ path, onClose }: { path: string; onClose: () => void }) {
  const t = useTexts(lineTexts);
  const address = `${window.location.origin}${path}`;
  return (
    <Dialog title={t.addressTitle} closeLabel={t.close} onClose={onClose}>
      <div className="form">
        <p>{t.addressHint}</p>
        <code className="line-address">{address}</code>
        <footer className="form-buttons">
          <CopyButton text={address} label={t.copy} autoFocus />
          <span className="grow" />
          <Button kind="primary" onClick={onClose}>
            {t.done}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
