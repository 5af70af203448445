/** For how long nothing is typed until somebody is not writing any more, in milliseconds. */
const REST_MS = 5000;

export interface Typing {
  /** Something was typed. */
  readonly typed: () => void;
  /** What was typed is sent, or left. */
  readonly end: () => void;
}

/** Tells when somebody begins to type, and when they have stopped. */
export function createTyping(onChange: (isTyping: boolean) => void): Typing {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    onChange(false);
  };
  return {
    typed() {
      const isFirst = timer === undefined;
      clearTimeout(timer);
      timer = setTimeout(end, REST_MS);
      if (isFirst) onChange(true);
    },
    end,
  };
}
