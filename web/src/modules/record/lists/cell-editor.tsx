import type { FieldDefinition, FieldFault, Value } from '@kontor/contract/record';
import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { RecordField } from '../fields/field.tsx';
import { emptyOf, faultsOf, isMany, isSame } from '../fields/values.ts';

export type Then = 'stay' | 'next' | 'before';

/**
 * A field of a record, edited where it stands. Enter and what leaves it save, Tab goes on to the next one, Escape leaves it as it was.
 * `onSave` is called where anything changed.
 */
export function CellEditor({
  field,
  value: begun,
  bounds,
  onSave,
  onDone,
}: {
  field: FieldDefinition;
  value: Value;
  /** Within what is scrolled, in pixels. */
  bounds: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  onSave: (value: Value) => void;
  onDone: (then: Then) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState(begun);
  const [fault, setFault] = useState<FieldFault>();
  const isOver = useRef(false);
  useLayoutEffect(() => {
    const input = box.current?.querySelector<HTMLElement>(
      'input, select, textarea, .record-references > .button, .record-reference-off',
    );
    input?.focus();
    if (input instanceof HTMLInputElement && input.type === 'text') input.select();
    box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  /** False where it cannot be saved like this. */
  const finish = (now = value): boolean => {
    if (isOver.current) return true;
    const [found] = faultsOf([field], () => now);
    if (found !== undefined) {
      setFault(found);
      return false;
    }
    isOver.current = true;
    const tidy = typeof now === 'string' ? now.trim() : now;
    if (!isSame(tidy, begun)) onSave(tidy);
    return true;
  };
  const leave = (then: Then, now?: Value): void => {
    if (finish(now)) onDone(then);
  };
  const press = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const target = event.target as Element;
    // What is asked over it, as for a record, has its own keys.
    if (!(box.current?.contains(target) ?? false) || (event.key === 'Enter' && target.tagName === 'BUTTON')) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      isOver.current = true;
      onDone('stay');
    } else if (event.key === 'Tab') {
      event.preventDefault();
      leave(event.shiftKey ? 'before' : 'next');
    } else if (event.key === 'Enter' && !event.defaultPrevented) {
      const isText = target.tagName === 'TEXTAREA';
      if (isText && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      leave('stay');
    }
  };
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  // A press anywhere else is the end of it.
  useEffect(() => {
    const outside = (event: Event): void => {
      const target = event.target as Element;
      if (!(box.current?.contains(target) ?? false) && target.closest('dialog') === null) latest.current('stay');
    };
    document.addEventListener('pointerdown', outside, true);
    return () => document.removeEventListener('pointerdown', outside, true);
  }, []);
  return (
    <div
      ref={box}
      className="cell-editor"
      role="group"
      aria-label={field.label}
      data-field-kind={field.kind}
      style={
        { left: bounds.left, top: bounds.top, minWidth: bounds.width, '--row': `${bounds.height}px` } as CSSProperties
      }
      onKeyDown={press}
    >
      <RecordField
        field={field.kind === 'textField' ? { ...field, actionIcons: [] } : field}
        value={value.length === 0 ? emptyOf(field) : value}
        fault={fault}
        isFixed={false}
        theirs={undefined}
        onChange={(next) => {
          setValue(next);
          setFault(undefined);
          // One is chosen, and that is all.
          if (field.kind === 'reference' && !isMany(field) && next !== '') leave('stay', next);
        }}
        onTakeMine={() => undefined}
        onTakeTheirs={() => undefined}
        onWrite={undefined}
      />
    </div>
  );
}
