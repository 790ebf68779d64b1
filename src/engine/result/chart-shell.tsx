import type { ReactNode, Ref } from 'react'
import type { ChartTip } from './chart-frame.ts'
import type { useChartPlace } from './use-chart-place.ts'

interface ChartShellProps {
  readonly title: string
  readonly width: number
  readonly height: number
  readonly place: Pick<ReturnType<typeof useChartPlace>, 'tip' | 'pointer' | 'keys'>
  readonly drawing: Ref<SVGSVGElement>
  readonly clickable: boolean
  readonly children: ReactNode
}

const tipWidth = 220

/** The drawing of a chart: takes the focus, arrows walk along it, and what is under the pointer or the keys is said beside it. */
export function ChartShell({ title, width, height, place, drawing, clickable, children }: ChartShellProps) {
  const { tip, pointer, keys } = place
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={`${title}. Arrow keys read the figures one by one; the table beside says all of them.`}
      className="relative rounded"
      {...keys}
    >
      <svg
        ref={drawing}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        className={`block max-w-full select-none ${clickable && tip ? 'cursor-pointer' : ''}`}
        fontSize={12}
        {...pointer}
      >
        {children}
      </svg>
      <div aria-live="polite">{tip && <Tip tip={tip} room={width} />}</div>
    </div>
  )
}

function Tip({ tip, room }: { readonly tip: ChartTip; readonly room: number }) {
  const left = tip.x + 14 + tipWidth > room ? Math.max(0, tip.x - tipWidth - 14) : tip.x + 14
  return (
    <div
      className="pointer-events-none absolute z-10 rounded bg-panel px-3 py-2 text-sm shadow-float"
      style={{ left, top: Math.max(0, tip.y - 12), width: tipWidth }}
    >
      <p className="font-semibold break-words">{tip.title}</p>
      <ul className="mt-1 grid gap-0.5">
        {tip.lines.map((line) => (
          <li key={line.label} className="flex items-center gap-2">
            <span aria-hidden="true" className="size-2 shrink-0 rounded-full" style={{ background: line.colour }} />
            <span className="min-w-0 flex-1 truncate text-ink-2">{line.label}</span>
            <span className="font-medium tabular-nums">{line.text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
