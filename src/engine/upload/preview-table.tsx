import { fieldDisplays, type Screen } from '#src/definition'
import { cx } from '#src/ui/cx.ts'
import { mappingOf, uploadFields, type FormatBody } from './format-body.ts'
import type { PreviewRow } from './preview.ts'

const most = 8

/** The first lines of the file as they would be stored. */
export function PreviewTable({
  screen,
  format,
  rows,
}: {
  screen: Screen
  format: FormatBody
  rows: readonly PreviewRow[]
}) {
  const fields = uploadFields(screen).filter((field) => mappingOf(format, field.name))
  return (
    <section className="rounded-lg border border-line bg-panel" aria-labelledby="preview-title">
      <h2 id="preview-title" className="px-4 py-3 text-md font-semibold">
        The first lines
        <span className="ml-2 text-base font-normal text-ink-3">as they would be stored</span>
      </h2>
      <div
        className="overflow-x-auto border-t border-line"
        role="region"
        aria-label="Table of the first lines"
        tabIndex={0}
      >
        <table className="w-full border-collapse text-left">
          <thead className="text-sm text-ink-2">
            <tr className="border-b border-line">
              <th scope="col" className="px-3 py-2 font-semibold">
                <span className="sr-only">Line</span>
              </th>
              {fields.map((field) => (
                <th
                  key={field.name}
                  scope="col"
                  className={cx(
                    'px-3 py-2 font-semibold whitespace-nowrap',
                    fieldDisplays[field.type].align === 'end' && 'text-right',
                  )}
                >
                  {field.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row, index) => (
              <tr key={index} className="h-row border-b border-line last:border-0">
                <td className="px-3 text-right text-sm text-ink-3">{index + 1}</td>
                {row.leftOut === null ? (
                  fields.map((field) => {
                    const cell = row.cells[field.name]
                    return (
                      <td
                        key={field.name}
                        className={cx(
                          'max-w-64 truncate px-3',
                          fieldDisplays[field.type].align === 'end' && 'text-right tabular-nums',
                          cell?.problem && 'bg-bad-soft text-bad',
                        )}
                        data-tip={cell?.problem}
                      >
                        {cell?.text || (cell?.problem ? <span className="text-sm">{cell.problem}</span> : null)}
                      </td>
                    )
                  })
                ) : (
                  <td colSpan={fields.length} className="px-3 text-ink-3">
                    Left out: {row.leftOut.charAt(0).toLowerCase()}
                    {row.leftOut.slice(1)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
