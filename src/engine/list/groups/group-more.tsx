import { errorMessage } from '#src/data/api-error.ts'
import { Button } from '#src/ui/button.tsx'
import type { ListModel } from '../use-list-page.ts'
import { step, type GroupLine } from './group-lines.ts'
import type { Groups } from './use-groups.ts'

interface MoreProps {
  readonly line: GroupLine & { readonly kind: 'more' | 'failed' }
  readonly model: ListModel
  readonly groups: Groups
}

/** What a group has beyond the lines in sight, or why they did not come. */
export function MoreWords({ line, model, groups }: MoreProps) {
  const number = new Intl.NumberFormat(model.locale)
  const what = line.depth < model.state.group.length ? 'groups' : model.screen.plural.toLowerCase()
  if (line.kind === 'failed')
    return (
      <>
        <span className="text-bad">{errorMessage(line.error)}</span>
        <Button size="sm" onClick={groups.retry}>
          Try again
        </Button>
      </>
    )
  return (
    <Button size="sm" variant="ghost" className="!text-accent-ink" onClick={() => groups.more(line.path)}>
      {line.left > step
        ? `Show ${step} more of ${number.format(line.left)} ${what}`
        : `Show the other ${number.format(line.left)} ${what}`}
    </Button>
  )
}

interface GroupMoreProps extends MoreProps {
  readonly columns: number
  readonly room: number
}

/** The last line of a group in a table. */
export function GroupMore({ columns, room, ...props }: GroupMoreProps) {
  return (
    <tr aria-level={props.line.depth + 1}>
      <td colSpan={columns} tabIndex={-1} className="!static !overflow-visible !px-0 !shadow-none">
        <div
          className="sticky start-0 flex items-center gap-3"
          style={{ width: room, paddingInlineStart: 10 + props.line.depth * 20 }}
        >
          <MoreWords {...props} />
        </div>
      </td>
    </tr>
  )
}
