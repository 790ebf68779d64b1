import { Select } from '#src/ui/select.tsx'
import type { Audiences } from './designer-api.ts'
import type { DesignLayer } from './designer-model.ts'

interface DesignerAudienceProps {
  readonly audiences: Audiences | undefined
  readonly layer: DesignLayer
  readonly disabled: boolean
  readonly onChange: (change: Readonly<Record<string, string | null>>) => void
}

/** The name of a role or a user. */
export const nameOf = (audiences: Audiences | undefined, kind: string, id: number): string =>
  (kind === 'role' ? audiences?.roles : audiences?.users)?.find((one) => one.id === id)?.name ?? `${kind} ${id}`

/** Whose screens are changed, and in which application. */
export function DesignerAudience({ audiences, layer, disabled, onChange }: DesignerAudienceProps) {
  const value = layer.layer === 'organization' ? 'organization' : `${layer.layer}-${layer.layer_ref}`
  return (
    <>
      <span className="min-w-36 max-w-52 flex-1">
        <Select
          aria-label="For whom"
          value={value}
          disabled={disabled || !audiences}
          options={[
            { value: 'organization', label: 'For everybody' },
            ...(audiences?.roles ?? []).map(({ id, name, users }) => ({
              value: `role-${id}`,
              label: `Role ${name} (${users})`,
            })),
            ...(audiences?.users ?? []).map(({ id, name }) => ({ value: `user-${id}`, label: `Only ${name}` })),
          ]}
          onChange={(event) => onChange({ for: event.target.value === 'organization' ? null : event.target.value })}
        />
      </span>
      <span className="min-w-36 max-w-52 flex-1">
        <Select
          aria-label="In which application"
          value={layer.app_source_type ?? ''}
          disabled={disabled || !audiences}
          options={[
            { value: '', label: 'In every application' },
            ...(audiences?.applications ?? []).map((name) => ({ value: name, label: `In ${name}` })),
          ]}
          onChange={(event) => onChange({ application: event.target.value || null })}
        />
      </span>
    </>
  )
}
