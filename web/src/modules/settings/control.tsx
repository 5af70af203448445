import { SETTINGS } from '@kontor/contract/settings';
import { Suspense, useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { useValue } from '../../client/react.tsx';
import { useSettings, useShell, useTexts } from '../../shell/index.ts';
import { sought } from '../../shell/palette/sought.ts';
import { Check, Segments } from '../../ui/fields.tsx';
import { optionsOf } from './declared.ts';
import { settingTexts, type NamedKey } from './setting-texts.ts';

const FOCUSABLE = 'input, select, button:not([tabindex="-1"]), [tabindex="0"]';

/** The place of a setting on its page: the palette leads here. */
export function SettingAnchor({ of, children }: { of: NamedKey; children: ReactNode }) {
  const anchor = useRef<HTMLDivElement>(null);
  const isSought = useValue(sought) === of;
  useEffect(() => {
    if (!isSought) return undefined;
    let frame = 0;
    const show = (): void => {
      // Until the palette is gone nothing else takes the focus.
      if (document.querySelector('dialog:modal') !== null) {
        frame = requestAnimationFrame(show);
        return;
      }
      sought.set(undefined);
      anchor.current?.scrollIntoView({ block: 'nearest' });
      anchor.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
    };
    frame = requestAnimationFrame(show);
    return () => cancelAnimationFrame(frame);
  }, [isSought]);
  return (
    <div ref={anchor} className="setting">
      {children}
    </div>
  );
}

/** A setting with the control that its declaration asks for. */
export function Control({ of, own: Own }: { of: NamedKey; own: ComponentType | undefined }) {
  const words = useTexts(settingTexts)[of];
  const { settings } = useShell();
  const value = useSettings()[of];
  const change = (next: unknown): void => settings.change({ [of]: next });
  const control = (): ReactNode => {
    if (SETTINGS[of].control === 'switch')
      return (
        <Check
          label={words.label}
          hint={words.hint}
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    if (SETTINGS[of].control === 'choice')
      return (
        <Segments
          label={words.label}
          value={typeof value === 'string' ? value : ''}
          options={optionsOf(of).map((option) => [option, words.options?.[option] ?? option] as const)}
          onChange={change}
        />
      );
    if (Own === undefined) return null;
    // Code that comes later holds up nothing else of the page.
    return (
      <Suspense>
        <Own />
      </Suspense>
    );
  };
  return <SettingAnchor of={of}>{control()}</SettingAnchor>;
}
