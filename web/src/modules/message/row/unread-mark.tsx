import './row.css';
import { useTexts } from '../../../shell/index.ts';
import { rowTexts } from './row-texts.ts';

/** How many texts are unread; nothing for none. */
export function UnreadMark({ unread }: { unread: number }) {
  const t = useTexts(rowTexts);
  return unread === 0 ? null : (
    <span className="message-unread" title={t.unread(unread)}>
      <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
      <span className="hidden-text">{t.unread(unread)}</span>
    </span>
  );
}
