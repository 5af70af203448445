/** State of an item as a form and a colour: dot, half-filled ring, tick. `label` says it in words. */
export function StatusMark({ status, label }: { status: 1 | 2 | 3; label: string }) {
  return (
    <span className="status" data-status={status} role="img" aria-label={label} title={label}>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        {status === 1 && <circle cx="7" cy="7" r="4.5" fill="currentColor" />}
        {status === 2 && (
          <>
            <circle cx="7" cy="7" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
            <path d="M7 3.5a3.5 3.5 0 0 0 0 7z" fill="currentColor" />
          </>
        )}
        {status === 3 && (
          <path
            d="M2.5 7.5l3 3 6-6.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        )}
      </svg>
    </span>
  );
}
