import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorMessage } from '#src/data/api-error.ts'
import { recordChanges, type ApiRecord } from '#src/data/records.ts'
import { notify } from '#src/ui/notify.ts'
import type { ListModel } from '../use-list-page.ts'
import { isWithin, type TreeNode } from './tree-lines.ts'
import type { Tree } from './use-tree.ts'
import { notifyFailure } from '#src/widgets/notify-failure.ts'

const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.issues.length > 0
    ? error.issues.map((issue) => issue.message).join('. ')
    : errorMessage(error)

/** Moves records below others: checked by the server, told in a toast that takes it back. */
export function useTreeMoves(model: ListModel, tree: Tree, readOnly: boolean) {
  const client = useQueryClient()
  const { screen, rights, rowTitle, records } = model
  const name = screen.list?.tree?.parent ?? ''
  const field = screen.fields.find((candidate) => candidate.name === name)
  const allowed = rights.update && !readOnly && field !== undefined && !field.readOnly && !field.immutable
  const [moving, setMoving] = useState<string | null>(null)

  const put = async (record: Pick<ApiRecord, 'id' | 'row_version'>, to: string | null): Promise<ApiRecord> =>
    recordChanges(client, records.endpoint).update(record.id, { [name]: to, row_version: record.row_version })

  const move = async (node: TreeNode, to: string | null): Promise<boolean> => {
    const title = rowTitle(node.record)
    const before = tree.parentOf(node.record)
    if (to === before) return false
    setMoving(node.key)
    try {
      const moved = await put(node.record, to)
      if (to !== null) tree.open([to])
      notify.success(to === null ? `${title} moved to the top` : `${title} moved below ${to}`, {
        action: { label: 'Undo', onClick: () => void takeBack(title, moved, before) },
      })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ROW_CONFLICT') {
        notify.warning(`${title} was changed by somebody else meanwhile`, {
          description: 'It was not moved. The tree now shows it as it is; move it again if that is still right.',
        })
        await records.refresh()
      } else notifyFailure(`${title} was not moved`, error, reasonOf(error))
      return false
    } finally {
      setMoving(null)
    }
  }
  const takeBack = async (title: string, moved: ApiRecord, before: string | null): Promise<void> => {
    try {
      await put(moved, before)
      if (before !== null) tree.open([before])
      notify.success(before === null ? `${title} is at the top again` : `${title} is below ${before} again`)
    } catch (error) {
      notifyFailure(`${title} was not moved back`, error, reasonOf(error))
      await records.refresh()
    }
  }
  return {
    allowed,
    /** Whether records may lie at the top. */
    top: allowed && !field.required,
    /** The key of the record that is on its way. */
    moving,
    move,
    /** Whether a record may be dropped there, as far as the lines in sight tell; the server decides. */
    mayMove: (node: TreeNode, to: string | null): boolean =>
      allowed && to !== tree.parentOf(node.record) && !isWithin(tree.lines, to, node.key),
  }
}

export type TreeMoves = ReturnType<typeof useTreeMoves>
