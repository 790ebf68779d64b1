import type { ReactNode } from 'react'
import type { RouteKind, Screen } from '#src/definition'
import { loadChunk } from '#src/session/chunks.ts'

/** Shows a screen at one of its addresses. */
export type Engine = (props: { readonly screen: Screen; readonly id: string | undefined }) => ReactNode

type EngineName = 'list' | 'form' | 'upload' | 'result'

const list = async (): Promise<Engine> => {
  const { ListScreen } = await import('#src/engine/list/list-screen.tsx')
  return ({ screen }) => <ListScreen screen={screen} />
}

const form =
  (mode: 'new' | 'view' | 'edit') =>
  async (): Promise<Engine> => {
    const { FormScreen } = await import('#src/engine/form/form-screen.tsx')
    return ({ screen, id }) => <FormScreen screen={screen} mode={mode} id={id} />
  }

const upload = async (): Promise<Engine> => {
  const { UploadScreen } = await import('#src/engine/upload/upload-screen.tsx')
  return ({ screen }) => <UploadScreen screen={screen} />
}

const result =
  (mode: 'criteria' | 'results' | 'grid') =>
  async (): Promise<Engine> => {
    const { ResultScreen } = await import('#src/engine/result/result-screen.tsx')
    return ({ screen }) => <ResultScreen screen={screen} mode={mode} />
  }

const kinds: Record<RouteKind, { readonly name: EngineName; readonly load: () => Promise<Engine> }> = {
  list: { name: 'list', load: list },
  display: { name: 'list', load: list },
  grid: { name: 'list', load: list },
  new: { name: 'form', load: form('new') },
  view: { name: 'form', load: form('view') },
  edit: { name: 'form', load: form('edit') },
  upload: { name: 'upload', load: upload },
  criteria: { name: 'result', load: result('criteria') },
  results: { name: 'result', load: result('results') },
  'results-grid': { name: 'result', load: result('grid') },
}

const loaded = new Map<RouteKind, Promise<Engine>>()

/** The engine of a kind of route; loaded once, and again after a failure. */
export function loadEngine(kind: RouteKind): Promise<Engine> {
  const known = loaded.get(kind)
  if (known) return known
  const engine = loadChunk(kinds[kind].load)
  loaded.set(kind, engine)
  engine.catch(() => loaded.delete(kind))
  return engine
}

/** Which engine shows a kind of route. */
export const engineName = (kind: RouteKind): EngineName => kinds[kind].name
