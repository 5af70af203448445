const FRAME = 'print-frame';

/** Prints a text with what it is, from a frame of its own in which nothing runs. */
export async function printText(title: string, text: string): Promise<void> {
  document.querySelector(`.${FRAME}`)?.remove();
  const frame = document.createElement('iframe');
  frame.className = FRAME;
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.title = title;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const inside = frame.contentDocument;
  const paper = frame.contentWindow;
  if (inside === null || paper === null) return;
  inside.title = title;
  const body = inside.createElement('pre');
  body.textContent = text;
  body.style.font = '12pt sans-serif';
  body.style.whiteSpace = 'pre-wrap';
  inside.body.append(body);
  paper.addEventListener('afterprint', () => frame.remove(), { once: true });
  paper.print();
}
