/** Where a tab keeps the changes of a list that are not saved yet. */
export const stagedKey = (screen: string): string => `tierline:staged:${screen}`

/** Whether this tab holds unsaved changes of a list; asked before the code that edits is loaded. */
export function hasStaged(screen: string): boolean {
  try {
    return sessionStorage.getItem(stagedKey(screen)) !== null
  } catch {
    return false
  }
}
