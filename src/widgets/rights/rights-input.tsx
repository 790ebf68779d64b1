import { buttonClass } from '#src/ui/button.tsx'
import { Link } from '#src/ui/link.tsx'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'
import { ReferencesInput } from '../input-references.tsx'
import type { InputProps } from '../input.ts'
import { useAllowed } from '../use-allowed.ts'

const load = () => import('./rights-table.tsx')

const asNames = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** Whether a field holds permissions, which are given and shown in words. */
export const holdsPermissions = ({ type, target }: { readonly type: string; readonly target?: string }): boolean =>
  type === 'references' && target === 'permission'

interface RightsProps {
  readonly label: string
  readonly value: unknown
  readonly onChange?: (granted: readonly string[] | null) => void
}

function Rights({ label, value, onChange }: RightsProps) {
  const module = useModule(true, load)
  if (!module) return <SkeletonLines lines={6} />
  return (
    <module.RightsTable
      label={label}
      granted={asNames(value)}
      onChange={onChange && ((granted) => onChange(granted.length === 0 ? null : granted))}
    />
  )
}

/** Several references; permissions as a table of areas, screens and rights for whoever administers roles. */
export function ReferencesOrRightsInput(props: InputProps) {
  const allowed = useAllowed()
  if (!holdsPermissions(props.field) || props.compact || !allowed('administration.roles'))
    return <ReferencesInput {...props} />
  return <Rights label={props.field.label} value={props.value} onChange={props.disabled ? undefined : props.onChange} />
}

/** The permissions of a role as they are read, and the way to what its holders see. */
export function RightsValue({ label, value, roleId }: { label: string; value: unknown; roleId: unknown }) {
  return (
    <div className="flex flex-col gap-3">
      {typeof roleId === 'number' ? (
        <span>
          <Link to={`/user-roles/seen-by/${roleId}`} className={buttonClass()}>
            See as this role
          </Link>
        </span>
      ) : null}
      <Rights label={label} value={value} />
    </div>
  )
}
