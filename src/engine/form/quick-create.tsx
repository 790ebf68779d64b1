import { useState, type ReactNode } from 'react'
import { useModule } from '#src/ui/use-module.ts'
import { QuickCreateContext, type QuickCreateRequest } from '#src/widgets/quick-create-context.ts'

const load = () => import('./quick-create-dialog.tsx')

/** Lets the references below create what they refer to; the small form stands beside the page's own, not within it. */
export function QuickCreate({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<QuickCreateRequest | null>(null)
  const part = useModule(request !== null, load)
  return (
    <>
      <QuickCreateContext value={setRequest}>{children}</QuickCreateContext>
      {request && part ? <part.QuickCreateDialog request={request} onClose={() => setRequest(null)} /> : null}
    </>
  )
}
