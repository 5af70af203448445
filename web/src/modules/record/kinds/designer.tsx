import '../record.css';
import { MAX_KIND_NAME, type WholeKind } from '@kontor/contract/record';
import { useEffect, useRef, useState } from 'react';
import { useFormats, useGo, useMedia, useShell, useTexts } from '../../../shell/index.ts';
import { useUnsaved } from '../../../shell/forms/use-unsaved.ts';
import { Segments } from '../../../ui/fields.tsx';
import { Button, Callout, IconButton } from '../../../ui/parts.tsx';
import { kindsHref } from './address.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { newDesign, positionOf, storedId, type Design } from './design.ts';
import { DesignPane } from './design-pane.tsx';
import { EffectsDialog } from './effects-dialog.tsx';
import type { Faults } from './faults.ts';
import { kindTexts } from './kind-texts.ts';
import { Preview } from './preview.tsx';
import { useDesignKeys } from './use-design-keys.ts';
import { useDesign, type Designing } from './use-design.ts';
import { useExample } from './use-example.ts';
import { useSaving, type Saving } from './use-saving.ts';

/** From here on what is designed and what comes of it stand beside each other. */
const BOTH = '(min-width: 1100px)';
const NEW_COLOR = '#2f6f8f';

/** A kind that is designed: its fields at the left, and at the right a record as everybody will see it. */
export function Designer({
  whole,
  onMade,
}: {
  /** Undefined for a new one. */
  whole: WholeKind | undefined;
  onMade: (idoInstanceId: number) => void;
}) {
  const t = useTexts(kindTexts);
  const go = useGo();
  const hasBoth = useMedia(BOTH);
  const { notices } = useShell();
  const [begun] = useState(() => newDesign(t.firstField, NEW_COLOR));
  const designing = useDesign(whole, begun);
  const { design, isDirty, theirs } = designing;
  const [selected, setSelected] = useState<string>();
  const [view, setView] = useState<'design' | 'preview'>('design');
  const [isConflictOpen, setConflictOpen] = useState(false);
  const [said, setSaid] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const example = useExample(whole?.idoInstanceId, design);
  const saving = useSaving(designing, {
    idoInstanceId: whole?.idoInstanceId ?? null,
    onConflict: () => setConflictOpen(true),
    onSaved: (kindId, name, isFollowing) => {
      notices.show({ text: isFollowing ? t.savedFollowing(name) : t.saved(name) });
      // What was new has a number of its own by now.
      const position = positionOf(design, selected);
      if (position !== undefined) setSelected(storedId(position.list, position.one.field.key));
      if (whole === undefined) onMade(kindId);
    },
  });
  const title = design.name.trim() || t.newTitle;
  const leave = useUnsaved({ title: t.editing(title), isDirty, save: saving.save, discard: designing.drop });
  const step = (how: 'undo' | 'redo'): void => {
    const kind = how === 'undo' ? designing.last : designing.next;
    if (kind === undefined) return;
    const card = document.activeElement?.getAttribute('data-card');
    designing[how]();
    setSaid((how === 'undo' ? t.undone : t.redone)(t.steps[kind]));
    // A card that goes to another column is another element.
    if (card)
      requestAnimationFrame(() =>
        root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"]`)?.focus(),
      );
  };
  useDesignKeys(root, { undo: () => step('undo'), redo: () => step('redo'), save: () => void saving.save() });
  const choose = (id: string): void => {
    setSelected(id);
    setView('design');
  };
  return (
    <div ref={root} className="kind-designer" data-both={hasBoth}>
      <h1 className="hidden-text">{t.editing(title)}</h1>
      <Head
        designing={designing}
        saving={saving}
        onStep={step}
        // The address is the same but for the kind: that is no leaving by itself.
        onBack={() => leave(() => go(kindsHref()))}
        onConflict={() => setConflictOpen(true)}
      />
      <Notices whole={whole} designing={designing} saving={saving} onConflict={() => setConflictOpen(true)} />
      {hasBoth ? null : (
        <Segments
          label={t.view}
          value={view}
          options={[
            ['design', t.design],
            ['preview', t.preview],
          ]}
          onChange={setView}
        />
      )}
      <div className="kind-panes">
        {hasBoth || view === 'design' ? (
          <DesignPane
            designing={designing}
            faults={saving.faults}
            kindId={whole?.idoInstanceId ?? 0}
            values={example.values}
            selected={selected}
            isBeside={hasBoth}
            onSelect={setSelected}
          />
        ) : null}
        {hasBoth || view === 'preview' ? <Preview design={design} example={example} onChoose={choose} /> : null}
      </div>
      <p className="hidden-text" role="status">
        {said}
      </p>
      {saving.effects === undefined ? null : (
        <EffectsDialog
          design={design}
          effects={saving.effects}
          records={whole?.records ?? 0}
          isBusy={saving.isBusy}
          onTake={() => void saving.store()}
          onClose={saving.forget}
        />
      )}
      {isConflictOpen && theirs !== undefined ? (
        <ConflictDialog designing={designing} theirs={theirs} onClose={() => setConflictOpen(false)} />
      ) : null}
    </div>
  );
}

const firstOf = (faults: Faults, beside: string, t: { readonly faults: Readonly<Record<string, string>> }) => {
  const [fault] = faults.get(beside) ?? [];
  return fault === undefined ? undefined : t.faults[fault.why];
};

/** Name and colour, the way back, and what is done with the design as a whole. */
function Head({
  designing: { design, isDirty, last, next, theirs, change },
  saving: { isBusy, faults, save },
  onStep,
  onBack,
  onConflict,
}: {
  designing: Designing;
  saving: Saving;
  onStep: (how: 'undo' | 'redo') => void;
  onBack: () => void;
  onConflict: () => void;
}) {
  const t = useTexts(kindTexts);
  const name = useRef<HTMLInputElement>(null);
  const wrong = firstOf(faults, 'name', t) ?? firstOf(faults, 'color', t);
  useEffect(() => {
    if (wrong !== undefined) name.current?.focus();
  }, [wrong]);
  const put = (part: Partial<Design>, kind: 'name' | 'color'): void =>
    change({ ...design, ...part }, { kind, of: kind });
  return (
    <header className="kind-head">
      <IconButton icon="arrow-left" label={t.back} onClick={onBack} />
      <input
        type="color"
        aria-label={t.color}
        title={t.color}
        value={design.color}
        onChange={({ currentTarget }) => put({ color: currentTarget.value }, 'color')}
      />
      <span className="kind-name">
        <input
          ref={name}
          className="input"
          aria-label={t.name}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong === undefined ? undefined : 'kind-name-fault'}
          placeholder={t.namePlaceholder}
          maxLength={MAX_KIND_NAME}
          autoComplete="off"
          value={design.name}
          onChange={({ currentTarget }) => put({ name: currentTarget.value }, 'name')}
        />
        {wrong === undefined ? null : (
          <span id="kind-name-fault" className="fault small" role="alert">
            {wrong}
          </span>
        )}
      </span>
      <IconButton
        icon="arrow-u-up-left"
        label={last === undefined ? t.undo : `${t.undo}: ${t.steps[last]}`}
        aria-keyshortcuts="Control+Z"
        aria-disabled={last === undefined}
        onClick={() => onStep('undo')}
      />
      <IconButton
        icon="arrow-u-up-right"
        label={next === undefined ? t.redo : `${t.redo}: ${t.steps[next]}`}
        aria-keyshortcuts="Control+Shift+Z"
        aria-disabled={next === undefined}
        onClick={() => onStep('redo')}
      />
      <Button
        kind="primary"
        aria-keyshortcuts="Control+S"
        disabled={!isDirty}
        aria-disabled={isBusy}
        onClick={() => (theirs === undefined ? void save() : onConflict())}
      >
        {isBusy ? t.saving : t.save}
      </Button>
    </header>
  );
}

/** What is to be known of the design: that it is a draft, that others were quicker, what stands in its way. */
function Notices({
  whole,
  designing: { theirs, foundAt, drop },
  saving: { failure, faults, save },
  onConflict,
}: {
  whole: WholeKind | undefined;
  designing: Designing;
  saving: Saving;
  onConflict: () => void;
}) {
  const t = useTexts(kindTexts);
  const formats = useFormats();
  const other = faults.get('other')?.map(({ why }) => t.faults[why]) ?? [];
  return (
    <>
      {whole === undefined || whole.following === null || whole.following === 0 ? null : (
        <Callout icon="hourglass">{t.following(whole.following)}</Callout>
      )}
      {foundAt === undefined ? null : (
        <Callout
          icon="clock-counter-clockwise"
          action={
            <Button kind="plain" onClick={drop}>
              {t.dropDraft}
            </Button>
          }
        >
          {t.foundDraft(formats.full(foundAt / 1000))}
        </Callout>
      )}
      {theirs === undefined ? null : (
        <Callout tone="fault" icon="warning" action={<Button onClick={onConflict}>{t.conflictShow}</Button>}>
          {theirs.changed === null ? t.conflictEarly : t.conflictBy(theirs.changed.by, formats.full(theirs.changed.at))}
        </Callout>
      )}
      {faults.size === 0 ? null : (
        <Callout tone="fault" icon="warning">
          {[t.invalid, ...new Set(other)].join(' ')}
        </Callout>
      )}
      {failure === undefined ? null : (
        <Callout tone="fault" icon="warning" action={<Button onClick={() => void save()}>{t.retry}</Button>}>
          {failure.kind === 'offline' ? t.saveOffline : failure.status === 404 ? t.saveGone : t.saveFailed}
        </Callout>
      )}
    </>
  );
}
