interface Listening {
  readonly target: EventTarget;
  readonly given: Parameters<EventTarget['addEventListener']>;
}

/**
 * The app listens to its window and to other pages for as long as its page lives, and so never stops. All tests of a run share one page:
 * what was begun since is ended by what this returns, as if the page had been left.
 */
export function beginPage(): () => void {
  const targets = [window, document];
  const listening: Listening[] = [];
  const channels: BroadcastChannel[] = [];
  let isLeft = false;
  for (const target of targets)
    target.addEventListener = (...given: Listening['given']) => {
      listening.push({ target, given });
      EventTarget.prototype.addEventListener.apply(target, given);
    };
  const Channel = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name);
      channels.push(this);
    }
    // What was under way when the page was left comes to an end, and is told to nobody.
    override postMessage(message: unknown): void {
      if (!isLeft) super.postMessage(message);
    }
  };
  return () => {
    isLeft = true;
    globalThis.BroadcastChannel = Channel;
    for (const target of targets) Reflect.deleteProperty(target, 'addEventListener');
    for (const {
      target,
      given: [type, listener, options],
    } of listening)
      target.removeEventListener(type, listener, options);
    for (const channel of channels) channel.close();
  };
}
