import type { ComponentProps } from 'react';
import { useGo } from './context.tsx';

/** Link inside the app; with a modifier key or another button it behaves as the browser's own. */
export function Link({
  to,
  replace = false,
  onGo,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & { to: string; replace?: boolean; onGo?: () => void }) {
  const go = useGo();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onGo?.();
        go(to, { replace });
      }}
    >
      {children}
    </a>
  );
}
