import { useTexts } from '../../shell/index.ts';
import { IconButton } from '../../ui/parts.tsx';
import { mergingTexts } from './merging/texts.ts';

/** Which of several pages is shown, and the ways to those beside it. `label`: of what they are pages. */
export function Pages({
  label,
  page,
  pages,
  onPage,
}: {
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) {
  const t = useTexts(mergingTexts);
  return (
    <nav className="record-pages" aria-label={label}>
      <IconButton
        icon="caret-left"
        label={t.earlier}
        aria-disabled={page === 1}
        onClick={() => onPage(Math.max(1, page - 1))}
      />
      <span role="status">{t.page(page, pages)}</span>
      <IconButton
        icon="caret-right"
        label={t.later}
        aria-disabled={page === pages}
        onClick={() => onPage(Math.min(pages, page + 1))}
      />
    </nav>
  );
}
