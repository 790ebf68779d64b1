import type { Screen } from '#src/definition'
import { approvalFields } from '#src/definition/approval.ts'

const ownNames: ReadonlySet<string> = new Set(Object.keys(approvalFields))

/** What is written down about a decision says nothing about the content. */
export const isContent = (screen: Screen, name: string): boolean =>
  !ownNames.has(name) && !(screen.approval?.free.includes(name) ?? false)
