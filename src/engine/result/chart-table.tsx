import type { Field } from '#src/definition'
import { mixed } from '#src/definition/mixed.ts'
import { mixedMark } from '#src/widgets/mixed-mark.tsx'
import { tableClass } from '#src/widgets/table/table-style.ts'
import type { ChartData } from './chart-points.ts'

/** The figures of a chart as a table, for whoever reads rather than looks. */
export function ChartTable({
  title,
  x,
  data,
}: {
  readonly title: string
  readonly x: Field
  readonly data: ChartData
}) {
  return (
    <div
      role="region"
      aria-label={`${title}, as figures`}
      tabIndex={0}
      className="max-h-80 overflow-auto -outline-offset-2"
    >
      <table className={tableClass.replace('table-fixed', '')}>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{x.label}</th>
            {data.series.map(({ label }) => (
              <th key={label} scope="col" className="text-end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.categories.map((category, at) => (
            <tr key={at}>
              <td>{category}</td>
              {data.series.map(({ label, points }) => (
                <td key={label} className={`text-end ${(points[at]!.value ?? 0) < 0 ? 'text-bad' : ''}`}>
                  {points[at]!.text === mixed ? mixedMark : points[at]!.text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
