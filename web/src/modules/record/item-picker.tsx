import './record.css';
import type { EntryRow } from '@kontor/contract/activity';
import { useState } from 'react';
import { rowKey } from '../../client/core/entity-store.ts';
import { aggregateIdOf } from '../../client/entry-rows.ts';
import { useClient } from '../../client/react.tsx';
import { useFormats, useLanguage, useMinute, useShell, useTexts } from '../../shell/index.ts';
import { useFoundItems } from '../../shell/palette/use-found-items.ts';
import { Check, TextField } from '../../ui/fields.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { SkeletonBlock, Button, Callout, Icon } from '../../ui/parts.tsx';
import { activityTexts, KIND_ICONS } from '../activity/index.tsx';
import type { ForRecords } from './open-dialogs.ts';
import { itemTexts } from './item-picker-texts.ts';
import { linkAll } from './link-many.ts';

/** Looks for items, and links those that are chosen with records. */
export function ItemPicker({ linking: { records, name }, onClose }: { linking: ForRecords; onClose: () => void }) {
  const t = useTexts(itemTexts);
  const client = useClient();
  const language = useLanguage();
  const { notices } = useShell();
  const [typed, setTyped] = useState('');
  const [tries, setTries] = useState(0);
  const [chosen, setChosen] = useState<ReadonlyMap<string, EntryRow>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const rows = useFoundItems(typed, tries);
  const userId = client.user.get()?.id ?? 0;
  const toggle = (row: EntryRow): void =>
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(rowKey(row))) next.set(rowKey(row), row);
      return next;
    });
  const link = async (): Promise<void> => {
    if (isBusy || chosen.size === 0) return;
    setBusy(true);
    const ids = [...chosen.values()].map((row) => aggregateIdOf(row, userId));
    if (await linkAll({ client, notices, language }, ids, records, name)) onClose();
    else setBusy(false);
  };
  // What was chosen before stays in sight, whatever is looked for after it.
  const kept = [...chosen.values()].filter((row) => rows?.some((other) => rowKey(other) === rowKey(row)) !== true);
  return (
    <Dialog title={t.title(name)} closeLabel={t.close} size="l" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void link();
        }}
      >
        <TextField
          label={t.search}
          type="search"
          autoFocus
          maxLength={200}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setTries(0);
          }}
          onKeyDown={(event) => {
            // Looking for something is not linking it.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        {rows === null ? (
          <Callout tone="fault" icon="warning" action={<Button onClick={() => setTries(tries + 1)}>{t.retry}</Button>}>
            {t.failed}
          </Callout>
        ) : null}
        {rows === undefined ? <SkeletonBlock width="100%" height={200} /> : null}
        {rows?.length === 0 ? <p className="quiet">{t.none}</p> : null}
        <ul className="record-items" aria-label={t.items}>
          {[...kept, ...(rows ?? [])].map((row) => (
            <li key={rowKey(row)}>
              <Check label={<Item row={row} />} checked={chosen.has(rowKey(row))} onChange={() => toggle(row)} />
            </li>
          ))}
        </ul>
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" disabled={chosen.size === 0 || isBusy}>
            {t.link(chosen.size)}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function Item({ row: { moduleName, contact, information, timestamp } }: { row: EntryRow }) {
  const a = useTexts(activityTexts);
  const formats = useFormats();
  const now = useMinute();
  return (
    <span className="record-item">
      <Icon name={KIND_ICONS[moduleName]} small label={a.kinds[moduleName]} />
      <span className="record-item-what">{information || contact}</span>
      <span className="quiet small">
        {contact} · {formats.short(timestamp, now)}
      </span>
    </span>
  );
}
