import { userLocale } from '#src/data/user-locale.ts'

export interface Outcome {
  readonly dry_run: boolean
  readonly success_msg: string
  readonly records: readonly {
    readonly table_name: string
    readonly label: string
    readonly created: number
    readonly updated: number
    readonly unchanged: number
    readonly failed: number
    readonly problems: readonly { readonly key: string; readonly message: string }[]
  }[]
}

const heads = ['Table', 'Added', 'Changed', 'Unchanged', 'Refused']

/** What a file did to each table, or would do, with the reasons of what was refused. */
export function MigrationOutcome({
  outcome: { dry_run: isLook, records },
  fileName,
}: {
  outcome: Outcome
  fileName: string
}) {
  const number = new Intl.NumberFormat(userLocale())
  const problems = records.flatMap((table) => table.problems.map((one) => ({ ...one, label: table.label })))
  return (
    <>
      <p className="mb-2 text-ink-2">
        {isLook
          ? `${fileName} would do this. Records that wait for others of the file count as refused here.`
          : `${fileName} was written.`}
      </p>
      <div className="-mx-4 overflow-x-auto" role="region" aria-label="What the file does" tabIndex={0}>
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-y border-line text-sm text-ink-2">
              {heads.map((head, at) => (
                <th
                  key={head}
                  scope="col"
                  className={`px-4 py-1.5 font-medium ${at === 0 ? 'text-left' : 'text-right'}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {records.map(({ table_name: name, label, created, updated, unchanged, failed }) => (
              <tr key={name} className="border-b border-line">
                <th scope="row" className="px-4 py-1.5 text-left font-normal">
                  {label}
                </th>
                {[created, updated, unchanged, failed].map((count, at) => (
                  <td
                    key={heads[at + 1]}
                    className={`px-4 text-right tabular-nums ${count === 0 ? 'text-ink-3' : at === 3 ? 'text-bad' : ''}`}
                  >
                    {number.format(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problems.length > 0 ? (
        <ul aria-label="Reasons" className="mt-3 flex flex-col gap-1 text-sm">
          {problems.map(({ key, label, message }, at) => (
            <li key={at}>
              <span className="font-medium">
                {label} {key}
              </span>{' '}
              <span className="text-ink-2">{message}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
