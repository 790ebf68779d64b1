import { cx } from './cx.ts'

/** A turning ring; `label` is announced, without one it is decoration. */
export function Spinner({ size = 16, label, className }: { size?: number; label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={cx('inline-flex items-center gap-2', className)}>
      <svg
        className="spin"
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        aria-hidden="true"
      >
        <circle cx={8} cy={8} r={6.2} opacity={0.22} />
        <path d="M14.2 8A6.2 6.2 0 0 0 8 1.8" strokeLinecap="round" />
      </svg>
      {label ? <span>{label}</span> : null}
    </span>
  )
}
