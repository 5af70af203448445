import type { WholeKind } from '@kontor/contract/record';
import { useFormats, useTexts } from '../../../shell/index.ts';
import { Dialog } from '../../../ui/overlays.tsx';
import { Button } from '../../../ui/parts.tsx';
import { designOf } from './design.ts';
import { kindTexts } from './kind-texts.ts';
import { differencesOf, type Difference } from './merge.ts';
import type { Designing } from './use-design.ts';

/** What somebody else has saved beside what is designed here, and the choice between them. */
export function ConflictDialog({
  designing: { base, design, takeTheirs, layOver },
  theirs,
  onClose,
}: {
  designing: Designing;
  theirs: WholeKind;
  onClose: () => void;
}) {
  const t = useTexts(kindTexts);
  const formats = useFormats();
  const { changed } = theirs;
  const take = (how: (kind: WholeKind) => void): void => {
    how(theirs);
    onClose();
  };
  return (
    <Dialog title={t.conflictTitle} closeLabel={t.close} size="l" onClose={onClose}>
      {changed === null ? null : <p>{t.conflictBy(changed.by, formats.full(changed.at))}</p>}
      <p>{t.conflictHint}</p>
      <div className="kind-versions">
        <Version title={t.theirs} differences={differencesOf(base, designOf(theirs))} />
        <Version title={t.mine} differences={differencesOf(base, design)} />
      </div>
      <p className="quiet small">{t.layOverHint}</p>
      <footer>
        <Button onClick={() => take(takeTheirs)}>{t.takeTheirs}</Button>
        <Button kind="primary" autoFocus onClick={() => take(layOver)}>
          {t.layOver}
        </Button>
      </footer>
    </Dialog>
  );
}

function Version({ title, differences }: { title: string; differences: readonly Difference[] }) {
  const t = useTexts(kindTexts);
  const d = t.differences;
  const said = ({ what, label, before = '', after = '' }: Difference): string => {
    switch (what) {
      case 'name':
        return d.name(before, after);
      case 'color':
      case 'tabs':
      case 'columns':
        return d[what];
      case 'changed':
        return after === '' ? d.changed(label) : d.renamed(before, after);
      case 'added':
      case 'removed':
      case 'moved':
        return d[what](label);
    }
  };
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {differences.length === 0 ? (
        <p className="quiet">{t.noDifference}</p>
      ) : (
        <ul>
          {differences.map((one, index) => (
            <li key={index}>{said(one)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
