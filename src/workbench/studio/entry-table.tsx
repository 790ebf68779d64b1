import { userLocale } from '#src/data/user-locale.ts'
import { Link } from '#src/ui/link.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { StudioEntry } from './studio-api.ts'
import { areaLabel, stateWords } from './studio-words.ts'

const heads = [
  { label: 'Screen', className: '' },
  // On a phone what it is called and whether it is in use say enough.
  { label: 'Name', className: 'max-sm:hidden' },
  { label: 'Area', className: 'max-sm:hidden' },
  { label: 'Fields', className: 'text-right max-sm:hidden' },
  { label: 'State', className: '' },
  { label: 'Changed', className: 'max-sm:hidden' },
] as const

/** Definitions by name, with where they belong and whether they are in use. */
export function EntryTable({ entries }: { entries: readonly StudioEntry[] }) {
  const when = new Intl.DateTimeFormat(userLocale(), { dateStyle: 'medium' })
  return (
    <div
      className="overflow-x-auto rounded-lg border border-line bg-panel"
      role="region"
      aria-label="Screens"
      tabIndex={0}
    >
      <table className="w-full border-collapse text-left sm:min-w-[52rem]">
        <thead className="text-sm text-ink-2">
          <tr className="border-b border-line">
            {heads.map(({ label, className }) => (
              <th key={label} scope="col" className={`px-4 py-2 font-semibold ${className}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const { label, tone } = stateWords(entry)
            return (
              <tr key={entry.name} className="border-b border-line last:border-0 hover:bg-hover">
                <th scope="row" className="px-4 py-2 font-medium">
                  <Link className="text-accent-ink hover:underline" to={`/studio/${entry.name}`}>
                    {entry.plural}
                  </Link>
                </th>
                <td className="px-4 py-2 font-mono text-sm text-ink-2 max-sm:hidden">{entry.name}</td>
                <td className="px-4 py-2 text-ink-2 max-sm:hidden">{areaLabel(entry.area)}</td>
                <td className="px-4 py-2 text-right tabular-nums max-sm:hidden">{entry.fields}</td>
                <td className="px-4 py-2">
                  <Tag tone={tone}>{label}</Tag>
                </td>
                <td className="px-4 py-2 whitespace-nowrap text-ink-2 max-sm:hidden">
                  {entry.updated_at
                    ? `${when.format(new Date(entry.updated_at))}, ${entry.updated_by_name ?? 'unknown'}`
                    : ''}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
