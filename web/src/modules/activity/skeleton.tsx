import { Bone } from '../../ui/parts.tsx';

/** Rows to come, in their shape. With `delayed` nothing is seen in the first 200 ms. */
export function RowSkeleton({ count, size, delayed = false }: { count: number; size: number; delayed?: boolean }) {
  return (
    <div className={delayed ? 'delayed' : undefined} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="row" style={{ height: size }}>
          <span
            className="bone"
            style={{ width: size > 50 ? 36 : 24, height: size > 50 ? 36 : 24, borderRadius: '50%' }}
          />
          <span className="row-lines" style={{ gap: 8 }}>
            <Bone width={`${30 + ((index * 17) % 25)}%`} />
            {size > 50 ? <Bone width={`${50 + ((index * 29) % 40)}%`} height={10} /> : null}
          </span>
        </div>
      ))}
    </div>
  );
}
