import type { Field, Screen } from '#src/definition'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { pageQuery, statePage } from '../list-records.ts'
import type { ListModel } from '../use-list-page.ts'
import { checkStaged } from './check-staged.ts'
import type { GridRow } from './grid-edits.ts'
import { isBlank, keyOfId, meetCurrent, type Staging } from './staging.ts'
import type { StagingModel } from './use-staging.ts'

/** The records of the page with what is staged for them, and the new ones below. */
export function useEditRows({ screen, state, records }: ListModel, { staging, amend, loaded }: StagingModel) {
  const client = useQueryClient()
  // Whole records: rules look at fields that are no columns.
  const parameters = useMemo(() => {
    const { columns: _columns, ...rest } = statePage(screen, state, undefined)
    return rest
  }, [screen, state])
  const page = useQuery(pageQuery(client, { endpoint: records.endpoint, screen: screen.name, parameters }))
  const read = page.data?.records
  useEffect(() => {
    if (read && loaded) amend((current) => meetCurrent(current, read, screen.fields))
  }, [read, loaded, amend, screen.fields])
  const rows = useMemo<readonly GridRow[]>(
    () => [
      ...(read ?? []).map((base) => {
        const key = keyOfId(base.id)
        return { key, id: base.id, base, staged: staging.get(key) }
      }),
      ...[...staging.values()]
        .filter((record) => record.id === null)
        .map((record) => ({ key: record.key, id: null, base: record.base, staged: record })),
    ],
    [read, staging],
  )
  return { page, rows }
}

/** How many staged records cannot be saved as they are, and the fields that say so. */
function problemsOf(staging: Staging, { fields }: Screen) {
  const names = new Set<string>()
  let records = 0
  for (const record of staging.values()) {
    if (isBlank(record)) continue
    const wrong = Object.keys(checkStaged(record, fields).problems)
    for (const name of wrong) names.add(name)
    if (wrong.length > 0 || record.refusal?.current) records += 1
  }
  return { records, names }
}

/** The columns of the list and, behind them, each field that a staged record needs and no column shows; it stays while one edits. */
export function useEditFields(columns: readonly Field[], staging: Staging, screen: Screen) {
  const needed = useRef<ReadonlySet<string>>(new Set())
  const problems = useMemo(() => problemsOf(staging, screen), [staging, screen])
  const added = [...problems.names].filter((name) => !needed.current.has(name))
  if (added.length > 0) needed.current = new Set([...needed.current, ...added])
  const { current } = needed
  const fields = useMemo(
    () => [
      ...columns,
      ...screen.fields.filter((field) => current.has(field.name) && !columns.some(({ name }) => name === field.name)),
    ],
    [columns, screen.fields, current],
  )
  return { fields, problems: problems.records }
}
