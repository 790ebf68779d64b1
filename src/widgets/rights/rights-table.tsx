import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { LoadFailure } from '#src/widgets/load-failure.tsx'
import { useAllowed } from '../use-allowed.ts'
import { rightsQuery } from './rights-api.ts'
import {
  grantedThrough,
  rightNames,
  unknownAmong,
  withPermission,
  type AreaRights,
  type RightName,
} from './rights-model.ts'

interface RightsTableProps {
  readonly granted: readonly string[]
  /** Without it the rights are only shown. */
  readonly onChange?: (granted: readonly string[]) => void
  readonly label: string
}

const rightWords: Readonly<Record<RightName, string>> = {
  read: 'See',
  create: 'Create',
  update: 'Change',
  delete: 'Delete',
  upload: 'Upload',
  export: 'Export',
}

interface Grant {
  readonly granted: readonly string[]
  readonly put: ((permission: string, isGranted: boolean) => void) | undefined
  readonly holds: (permission: string) => boolean
}

function throughWords(through: string, permission: string): string | undefined {
  if (through === permission) return undefined
  return through === '*' ? 'Through: everything in the organization' : `Through: everything of ${through.slice(0, -2)}`
}

/** One permission as a box to tick; what a wider one gives is ticked and says so. */
function Right({ permission, label, grant, text }: { permission: string; label: string; grant: Grant; text?: string }) {
  const through = grantedThrough(grant.granted, permission)
  const wider = through === null ? undefined : throughWords(through, permission)
  // What is read beside the box is part of its name.
  const name = text === undefined || text === label ? label : `${text}: ${label}`
  const isBeyond = through === null && !grant.holds(permission)
  const tip = wider ?? (isBeyond && grant.put ? 'You do not hold this yourself' : undefined)
  return (
    <span data-tip={tip}>
      <Checkbox
        label={text}
        aria-label={tip ? `${name}. ${tip}` : name}
        checked={through !== null}
        disabled={!grant.put || wider !== undefined || isBeyond}
        onChange={(event) => grant.put?.(permission, event.target.checked)}
      />
    </span>
  )
}

const everybody = (
  <span className="text-sm text-ink-3" data-tip="Everybody who is signed in">
    All
  </span>
)

function RightCell({ permission, label, grant }: { permission: string | null; label: string; grant: Grant }) {
  if (permission === null) return <span className="sr-only">not on this screen</span>
  return permission === 'any' ? everybody : <Right permission={permission} label={label} grant={grant} />
}

const namesOf = (screens: readonly string[]): string => screens.join(', ')

const cell = 'px-2 py-1.5 text-center'

function Area({ area, grant }: { area: AreaRights; grant: Grant }) {
  return (
    <section aria-label={`Rights in ${area.label}`} className="rounded-lg border border-line">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line bg-background px-3 py-2">
        <h3 className="font-semibold">{area.label}</h3>
        {area.whole.map((permission) => (
          <Right
            key={permission}
            permission={permission}
            label={`Everything of ${area.label}, ${permission}`}
            text={`Everything${area.whole.length > 1 ? ` of ${permission.slice(0, -2)}` : ' here'}, later screens too`}
            grant={grant}
          />
        ))}
      </div>
      <div className="overflow-x-auto" role="region" aria-label={`Table of ${area.label}`} tabIndex={0}>
        <table className="phone-lines w-full border-collapse sm:min-w-2xl">
          <thead className="text-sm text-ink-2">
            <tr>
              <th scope="col" className="px-3 py-1.5 text-left font-medium">
                Screens
              </th>
              {rightNames.map((name) => (
                <th key={name} scope="col" className="w-20 px-2 py-1.5 text-center font-medium">
                  {rightWords[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {area.rows.map(({ screens, rights }) => {
              const names = namesOf(screens.map(({ label }) => label))
              return (
                <tr key={names} className="border-t border-line">
                  <th scope="row" className="px-3 py-1.5 text-left font-normal">
                    {names}
                  </th>
                  {rightNames.map((name) => (
                    <td
                      key={name}
                      className={rights[name] === null ? `${cell} max-sm:hidden` : cell}
                      data-label={rights[name] === null ? undefined : rightWords[name]}
                    >
                      <RightCell permission={rights[name]} label={`${rightWords[name]} ${names}`} grant={grant} />
                    </td>
                  ))}
                </tr>
              )
            })}
            {area.fields.map(({ field, label, screens, read, write }) => {
              const name = `${label} of ${namesOf(screens)}`
              return (
                <tr key={`${field} ${name}`} className="border-t border-line">
                  <th scope="row" className="px-3 py-1.5 pl-6 text-left font-normal text-ink-2">
                    Field {name}
                  </th>
                  <td className={cell} data-label={rightWords.read}>
                    <RightCell permission={read ?? 'any'} label={`See ${name}`} grant={grant} />
                  </td>
                  <td className={cell} />
                  <td className={cell} data-label={rightWords.update}>
                    {write === null ? (
                      <span className="text-sm text-ink-3">As screen</span>
                    ) : (
                      <RightCell permission={write} label={`Change ${name}`} grant={grant} />
                    )}
                  </td>
                  <td colSpan={3} className={cell} />
                </tr>
              )
            })}
            {area.actions.map(({ label, screens, access }) => (
              <tr key={`${label} ${access}`} className="border-t border-line">
                <th scope="row" className="px-3 py-1.5 pl-6 text-left font-normal text-ink-2">
                  {label}, {namesOf(screens)}
                </th>
                <td colSpan={rightNames.length} className="px-2 py-1.5">
                  <Right permission={access} label={`${label}, ${namesOf(screens)}`} text="May do" grant={grant} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** What a role may do, in words: areas, their screens and fields, and what is done there. */
export function RightsTable({ granted, onChange, label }: RightsTableProps) {
  const rights = useQuery(rightsQuery)
  const holds = useAllowed()
  if (rights.error)
    return (
      <LoadFailure
        compact
        title="The rights could not be loaded"
        error={rights.error}
        onRetry={() => void rights.refetch()}
      />
    )
  if (!rights.data)
    return (
      <div role="status" aria-label="Loading the rights">
        <SkeletonLines lines={6} />
      </div>
    )
  const grant: Grant = {
    granted,
    holds,
    put: onChange && ((permission, isGranted) => onChange(withPermission(granted, permission, isGranted))),
  }
  const unknown = unknownAmong(granted, rights.data)
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-3">
      <Right
        permission="*"
        label="Everything in the organization"
        text="Everything in the organization: an administrator"
        grant={grant}
      />
      {rights.data.areas.map((area) => (
        <Area key={area.area} area={area} grant={grant} />
      ))}
      <List title="Beyond single screens">
        {rights.data.others.map(({ name, description }) => (
          <li key={name}>
            <Right permission={name} label={description} text={description} grant={grant} />
          </li>
        ))}
      </List>
      {unknown.length > 0 ? (
        <List title="Nothing asks for these any more">
          {unknown.map((name) => (
            <li key={name}>
              <Right permission={name} label={name} text={name} grant={{ ...grant, holds: () => true }} />
            </li>
          ))}
        </List>
      ) : null}
    </div>
  )
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-lg border border-line">
      <h3 className="border-b border-line bg-background px-3 py-2 font-semibold">{title}</h3>
      <ul className="grid gap-x-6 gap-y-2 p-3 sm:grid-cols-2">{children}</ul>
    </section>
  )
}
