import { createContext, use } from 'react'

/** Where a chosen file belongs: the screen, and the rows field around it. The server asks who may write there. */
export interface FileTarget {
  readonly screen: string
  readonly within?: string
}

export const FileTargetContext = createContext<FileTarget | null>(null)

export function useFileTarget(): FileTarget {
  const target = use(FileTargetContext)
  if (!target) throw new Error('A file needs the screen it is chosen for')
  return target
}
