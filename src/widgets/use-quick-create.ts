import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { screenQuery } from '#src/data/screens.ts'
import { QuickCreateContext } from './quick-create-context.ts'
import type { ReferenceOption } from './reference-search.ts'
import { useAllowed } from './use-allowed.ts'

/** How a record that is missing is created from a picker; null where that is not offered or not allowed. */
export function useQuickCreate(name: string, open: boolean) {
  const create = use(QuickCreateContext)
  const allowed = useAllowed()
  const { data: screen } = useQuery({ ...screenQuery(name), enabled: open && create !== null })
  if (!create || !screen?.form || !screen.table || !allowed(screen.access.create)) return null
  return {
    label: screen.label.toLowerCase(),
    open: (text: string, onCreated: (option: ReferenceOption) => void) => create({ screen, text, onCreated }),
  }
}
