import { placeOn, scaleOf, stripsOf, type Bar, type ChartKind, type Scale } from './chart-data.ts'

interface BarChartProps {
  readonly title: string
  readonly bars: readonly Bar[]
  readonly kind: ChartKind
  /** Opens the lines behind a bar. */
  readonly onPick?: ((index: number) => void) | undefined
}

const fills = ['bg-accent', 'bg-ok', 'bg-warn', 'bg-ink-3']

/** Horizontal bars with their figures beside them; what is drawn is a table, so that it can be read in any way. */
export function BarChart({ title, bars, kind, onPick }: BarChartProps) {
  const scale = scaleOf(bars, kind)
  const measures = bars[0]?.parts.map((part) => part.field.label) ?? []
  return (
    <figure>
      {measures.length > 1 && <Legend labels={measures} />}
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Name</th>
            <th scope="col">{measures.join(', ')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar, at) => (
            <BarRow key={bar.index} bar={bar} before={bars.slice(0, at)} scale={scale} kind={kind} onPick={onPick} />
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

interface BarRowProps extends Pick<BarChartProps, 'kind' | 'onPick'> {
  readonly bar: Bar
  readonly before: readonly Bar[]
  readonly scale: Scale
}

function BarRow({ bar, before, scale, kind, onPick }: BarRowProps) {
  const strips = stripsOf(bar, before, kind)
  return (
    <tr className="group">
      <th scope="row" className="w-px max-w-44 pe-3 text-start font-normal text-ink-2 sm:max-w-64">
        <span className="block truncate" data-truncate="">
          {onPick ? (
            <button type="button" className="min-h-6 text-accent-ink hover:underline" onClick={() => onPick(bar.index)}>
              {bar.label}
            </button>
          ) : (
            bar.label
          )}
        </span>
      </th>
      <td>
        <div className="flex items-center gap-3">
          <div className={`relative min-w-0 flex-1 ${kind === 'side' ? 'flex flex-col gap-px' : 'h-4'}`}>
            {strips.map((strip, at) => (
              <div key={bar.parts[at]?.field.name} className={kind === 'side' ? 'relative h-4' : 'absolute inset-0'}>
                <div
                  className={`absolute inset-y-0 rounded-sm ${strip.to < strip.from ? 'bg-bad' : fills[at % fills.length]} opacity-80 group-hover:opacity-100`}
                  style={{
                    left: `${placeOn(scale, Math.min(strip.from, strip.to))}%`,
                    width: `${Math.max(Math.abs(placeOn(scale, strip.to) - placeOn(scale, strip.from)), 0.3)}%`,
                  }}
                />
              </div>
            ))}
          </div>
          <span className="w-28 shrink-0 text-end tabular-nums">
            {bar.parts.map((part) => (
              <span key={part.field.name} className={`block leading-4 ${part.value < 0 ? 'text-bad' : ''}`}>
                {part.text}
              </span>
            ))}
          </span>
        </div>
      </td>
    </tr>
  )
}
