import type { Bar, Scale } from './chart-data.ts'
import { placeOn, scaleOf } from './chart-data.ts'

interface BarChartProps {
  readonly title: string
  readonly bars: readonly Bar[]
  readonly stacked: boolean
  /** Where a bar leads when it is clicked. */
  readonly onPick?: (index: number) => void
}

const fills = ['bg-accent', 'bg-ok', 'bg-warn', 'bg-ink-3']

/** Horizontal bars with their figures beside them; what is drawn is a table for those who read it otherwise. */
export function BarChart({ title, bars, stacked, onPick }: BarChartProps) {
  const scale = scaleOf(bars, stacked)
  const measures = bars[0]?.parts ?? []
  return (
    <figure aria-label={title}>
      {measures.length > 1 && <Legend labels={measures.map((part) => part.field.label)} />}
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Name</th>
            {measures.map((part) => (
              <th key={part.field.name} scope="col">
                {part.field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <BarRow key={bar.index} bar={bar} scale={scale} stacked={stacked} onPick={onPick} />
          ))}
        </tbody>
      </table>
    </figure>
  )
}

function Legend({ labels }: { readonly labels: readonly string[] }) {
  return (
    <ul aria-hidden="true" className="mb-2 flex gap-4 text-sm text-ink-2">
      {labels.map((label, at) => (
        <li key={label} className="flex items-center gap-1.5">
          <span className={`size-2.5 rounded-sm ${fills[at % fills.length]}`} />
          {label}
        </li>
      ))}
    </ul>
  )
}

function BarRow({ bar, scale, stacked, onPick }: { readonly bar: Bar; readonly scale: Scale } & Pick<BarChartProps, 'stacked' | 'onPick'>) {
  return (
    <tr className="group">
      <th scope="row" className="w-px max-w-56 truncate py-1 pe-3 text-start font-normal text-ink-2" title={bar.label}>
        {onPick ? (
          <button type="button" className="max-w-full cursor-pointer truncate text-accent-ink hover:underline" onClick={() => onPick(bar.index)}>
            {bar.label}
          </button>
        ) : (
          bar.label
        )}
      </th>
      {bar.parts.map((part, at) => (
        <td key={part.field.name} className="py-1">
          <div className="flex items-center gap-2">
            <div className="relative h-4 min-w-0 flex-1">
              <Strip scale={scale} from={0} to={part.value} className={fills[stacked ? at % fills.length : at % fills.length]!} />
            </div>
            <span className={`w-24 shrink-0 text-end tabular-nums ${part.value < 0 ? 'text-bad' : 'text-ink-1'}`}>{part.text}</span>
          </div>
        </td>
      ))}
    </tr>
  )
}

function Strip({ scale, from, to, className }: { readonly scale: Scale; readonly from: number; readonly to: number; readonly className: string }) {
  const [start, end] = [placeOn(scale, Math.min(from, to)), placeOn(scale, Math.max(from, to))]
  return (
    <div
      className={`absolute inset-y-0 rounded-sm ${to < 0 ? 'bg-bad' : className} opacity-85 group-hover:opacity-100`}
      style={{ left: `${start}%`, width: `${Math.max(end - start, 0.4)}%` }}
    />
  )
}
