import type { SimilarRecord } from '@kontor/contract/record';
import { useRef, useState } from 'react';
import { useTexts } from '../../../shell/index.ts';
import { Menu } from '../../../ui/menu.tsx';
import { Icon } from '../../../ui/parts.tsx';
import { KindDot } from '../link-line.tsx';
import { mergingTexts } from './texts.ts';

/** Says in the line of a field's label which records it makes likely, and opens what can be done about that. */
export function SimilarHint({
  records,
  onLook,
  onOther,
}: {
  records: readonly SimilarRecord[];
  onLook: (record: SimilarRecord) => void;
  /** Left out where the person may not say so. */
  onOther: ((record: SimilarRecord) => void) | undefined;
}) {
  const t = useTexts(mergingTexts);
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<DOMRect>();
  const [first] = records;
  if (first === undefined) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        className="similar-hint"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        title={t.why[first.why]}
        onClick={() => setAnchor(button.current?.getBoundingClientRect())}
      >
        <Icon name="files" small />
        <span>{t.hint(first.displayName, records.length - 1)}</span>
      </button>
      {anchor === undefined ? null : (
        <Menu
          label={t.hintTitle}
          head={<strong>{t.hintTitle}</strong>}
          anchor={anchor}
          items={records.flatMap((one, index) => [
            {
              key: `look ${one.idoId}`,
              label: t.look(one.displayName),
              detail: t.why[one.why],
              lead: <KindDot color={one.instanceColor} />,
              apart: index > 0,
              onSelect: () => onLook(one),
            },
            ...(onOther === undefined
              ? []
              : [
                  {
                    key: `other ${one.idoId}`,
                    label: t.isOther(one.displayName),
                    icon: 'x' as const,
                    onSelect: () => onOther(one),
                  },
                ]),
          ])}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}
