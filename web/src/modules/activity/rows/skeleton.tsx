import { SkeletonBlock } from '../../../ui/parts.tsx';

/** Rows to come, in their shape. With `delayed` nothing is seen in the first 200 ms. */
export function RowSkeleton({ count, size, delayed = false }: { count: number; size: number; delayed?: boolean }) {
  return (
    <div className={delayed ? 'delayed' : undefined} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="row" style={{ height: size }}>
          <span
            className="skeleton"
            style={{ width: size > 50 ? 36 : 24, height: size > 50 ? 36 : 24, borderRadius: '50%' }}
          />
          <span className="row-lines" style={{ gap: 8 }}>
            <SkeletonBlock width={`${30 + ((index * 17) % 25)}%`} />
            {size > 50 ? <SkeletonBlock width={`${50 + ((index * 29) % 40)}%`} height={10} /> : null}
          </span>
        </div>
      ))}
    </div>
  );
}
