import { useEffect, useMemo, useState } from 'react';

export interface FullWidth {
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** Whether what is written takes the room of the list, too. While another tab is shown the list is there again. */
export function useFullWidth(): FullWidth {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const { dataset } = document.documentElement;
    dataset['fullWidth'] = 'true';
    return () => {
      delete dataset['fullWidth'];
    };
  }, [isOn]);
  return useMemo(() => ({ isOn, toggle: () => setOn((now) => !now) }), [isOn]);
}
