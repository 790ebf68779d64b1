import { useState } from 'react'
import type { Condition } from '#src/definition'
import type { Query, QueryParameter } from '#src/definition/query/query.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CloseIcon, PlusIcon } from '#src/ui/icons.tsx'
import { Select } from '#src/ui/select.tsx'
import { ConditionPart, type Compared } from './condition-part.tsx'
import { withPart } from './query-edit.ts'

export interface ConditionTreeProps {
  readonly label: string
  readonly condition: Condition | null
  readonly query: Query
  /** What a name in it means; undefined while that is not known. */
  readonly compared: (name: string) => Compared | undefined
  /** Asks for a field to compare; answered with its name. */
  readonly pick: (answer: (name: string) => void) => void
  /** The condition with the questions it asks from now on. */
  readonly onChange: (condition: Condition | null, parameters?: readonly QueryParameter[]) => void
}

type Group = Extract<Condition, { op: 'and' | 'or' }>

const groupOf = (condition: Condition | null): Group =>
  condition === null
    ? { op: 'and', of: [] }
    : condition.op === 'and' || condition.op === 'or'
      ? condition
      : { op: 'and', of: [condition] }

/** A condition with groups in groups: all of these, or any of these. */
export function ConditionTree(props: ConditionTreeProps) {
  const { condition, onChange } = props
  return (
    <GroupEditor
      {...props}
      group={groupOf(condition)}
      depth={0}
      place={props.label}
      onGroup={(group, parameters) => onChange(group && group.of.length > 0 ? group : null, parameters)}
    />
  )
}

interface GroupEditorProps extends Omit<ConditionTreeProps, 'condition' | 'onChange'> {
  readonly group: Group
  readonly depth: number
  readonly place: string
  readonly onGroup: (group: Group | null, parameters?: readonly QueryParameter[]) => void
}

const deepest = 4

function GroupEditor({ group, depth, place, onGroup, ...shared }: GroupEditorProps) {
  const { of, op } = group
  // What was just added opens at once.
  const [added, setAdded] = useState<number | null>(null)
  const put = (at: number, part: Condition | null, parameters?: readonly QueryParameter[]) =>
    onGroup({ op, of: withPart(of, at, part) }, parameters)
  return (
    <div role="group" aria-label={place} className={depth > 0 ? 'rounded border border-line bg-background p-2.5' : ''}>
      {of.length > 1 || depth > 0 ? (
        <div className="mb-2 flex items-center gap-2">
          <Select
            aria-label={`How the conditions of ${place} go together`}
            className="w-64"
            value={op}
            options={[
              { value: 'and', label: 'All of these have to hold' },
              { value: 'or', label: 'One of these has to hold' },
            ]}
            onChange={(event) => onGroup({ op: event.target.value as 'and', of })}
          />
          {depth > 0 ? (
            <IconButton size="sm" icon={CloseIcon} label={`Remove ${place}`} onClick={() => onGroup(null)} />
          ) : null}
        </div>
      ) : null}
      <ul className="flex flex-col gap-2">
        {of.map((part, at) => (
          <li key={`${at} ${'field' in part ? part.field : part.op}`}>
            {'field' in part ? (
              <ConditionPart
                part={part}
                query={shared.query}
                compared={shared.compared(part.field)}
                isNew={added === at}
                onChange={(next, parameters) => {
                  setAdded(null)
                  put(at, next, parameters)
                }}
              />
            ) : part.op !== 'not' ? (
              <GroupEditor
                {...shared}
                group={part}
                depth={depth + 1}
                place={`group ${at + 1} of ${place}`}
                onGroup={(next, parameters) => put(at, next, parameters)}
              />
            ) : (
              <NotPart
                {...shared}
                part={part}
                place={`${place}, part ${at + 1}`}
                depth={depth}
                onPart={(next, parameters) => put(at, next, parameters)}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={PlusIcon}
          onClick={() =>
            shared.pick((name) => {
              setAdded(of.length)
              onGroup({ op, of: [...of, { op: 'notEmpty', field: name }] })
            })
          }
        >
          Add a condition
        </Button>
        {depth < deepest && of.length > 0 ? (
          <Button
            size="sm"
            icon={PlusIcon}
            onClick={() =>
              shared.pick((name) =>
                onGroup({
                  op,
                  of: [...of, { op: op === 'and' ? 'or' : 'and', of: [{ op: 'notEmpty', field: name }] }],
                }),
              )
            }
          >
            Add a group
          </Button>
        ) : null}
      </div>
    </div>
  )
}

interface NotPartProps extends Omit<ConditionTreeProps, 'condition' | 'onChange'> {
  readonly part: Extract<Condition, { op: 'not' }>
  readonly depth: number
  readonly place: string
  readonly onPart: (part: Condition | null, parameters?: readonly QueryParameter[]) => void
}

/** What must not hold; drawn up elsewhere, it can be changed and taken out here. */
function NotPart({ part, depth, place, onPart, ...shared }: NotPartProps) {
  return (
    <div>
      <p className="mb-1 text-sm text-ink-2">This must not hold:</p>
      <GroupEditor
        {...shared}
        group={groupOf(part.of)}
        depth={depth + 1}
        place={place}
        onGroup={(group, parameters) =>
          onPart(group && group.of.length > 0 ? { op: 'not', of: group } : null, parameters)
        }
      />
    </div>
  )
}
