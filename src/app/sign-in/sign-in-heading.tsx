import type { ReactNode } from 'react'
import { useDocumentTitle } from '../use-document-title.ts'

export function SignInHeading({ title, children }: { title: string; children?: ReactNode }) {
  useDocumentTitle(title)
  return (
    <header className="mb-6">
      <h1 className="text-[1.5rem] leading-8 font-semibold tracking-[-0.01em]">{title}</h1>
      {children ? <p className="mt-1.5 text-md text-ink-2">{children}</p> : null}
    </header>
  )
}
