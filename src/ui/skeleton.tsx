import { cx } from './cx.ts'

/** A grey bar where text will be; decoration only, the loading itself is announced elsewhere. */
export function Skeleton({ className, width }: { className?: string; width?: number | string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('skeleton inline-block h-3 rounded-sm align-middle', className)}
      style={width === undefined ? undefined : { width }}
    />
  )
}

/** Rows of skeletons with ragged ends, as text has. */
export function SkeletonLines({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div aria-hidden="true" className={cx('flex flex-col gap-3', className)}>
      {Array.from({ length: lines }, (_, at) => (
        <Skeleton key={at} width={`${[92, 78, 86, 64, 95][at % 5]}%`} />
      ))}
    </div>
  )
}
