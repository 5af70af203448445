export interface Tab<T extends string> {
  readonly key: T;
  readonly label: string;
}

/** Where there are more tabs than the screen is wide, the chosen one may stand outside of it, also once the screen gets narrower. */
function keepInView(tab: HTMLElement | null) {
  if (tab === null) return undefined;
  const sizes = new ResizeObserver(() => tab.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  sizes.observe(tab.parentElement ?? tab);
  return () => sizes.disconnect();
}

/** Tabs over a list or page; arrow keys move between them. */
export function Tabs<T extends string>({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange: (key: T) => void;
}) {
  return (
    <div
      className="tabs"
      role="tablist"
      aria-label={label}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (by === 0) return;
        event.preventDefault();
        event.stopPropagation();
        const index = tabs.findIndex((tab) => tab.key === value);
        const next = (index + by + tabs.length) % tabs.length;
        const tab = tabs[next];
        if (tab) onChange(tab.key);
        event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
      }}
    >
      {tabs.map((tab) => (
        <button
          key={tab.key}
          ref={tab.key === value ? keepInView : undefined}
          type="button"
          role="tab"
          aria-selected={tab.key === value}
          tabIndex={tab.key === value ? 0 : -1}
          onClick={() => onChange(tab.key)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
