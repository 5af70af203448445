import './preview.css';
import { useEffect, useRef } from 'react';
import { toFragment } from './parse.ts';

const STYLE =
  ':host{all:initial;display:block}div{padding:14px 16px;color:#222;background:#fff;font:14px/150% Arial,Helvetica,sans-serif;overflow-wrap:anywhere;color-scheme:light}img{max-width:100%;height:auto}';

/** HTML of ours as its receivers see it, in a tree of its own in which nothing of the app's looks counts. */
export function WrittenPreview({ html, label }: { html: string; label: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isOver = false;
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    void toFragment(html).then((fragment) => {
      if (isOver || root === undefined) return;
      const style = document.createElement('style');
      style.textContent = STYLE;
      const sheet = document.createElement('div');
      sheet.append(document.importNode(fragment, true));
      root.replaceChildren(style, sheet);
    });
    return () => {
      isOver = true;
    };
  }, [html]);
  return <div ref={host} className="written-preview" role="group" aria-label={label} />;
}
