import type { ReactNode } from 'react'
import type { RouteKind, Screen } from '#src/definition'
import { loadChunk } from '#src/session/chunks.ts'

/** Shows a screen at one of its addresses. */
export type Engine = (props: { readonly screen: Screen; readonly id: string | undefined }) => ReactNode

const list = async (): Promise<Engine> => {
  const { ListScreen } = await import('#src/engine/list/list-screen.tsx')
  return ({ screen }) => <ListScreen screen={screen} />
}

const form = (mode: 'new' | 'view' | 'edit') => async (): Promise<Engine> => {
  const { FormScreen } = await import('#src/engine/form/form-screen.tsx')
  return ({ screen, id }) => <FormScreen screen={screen} mode={mode} id={id} />
}

const upload = async (): Promise<Engine> => {
  const { UploadScreen } = await import('#src/engine/upload/upload-screen.tsx')
  return ({ screen }) => <UploadScreen screen={screen} />
}

const formats = async (): Promise<Engine> => {
  const { FormatsScreen } = await import('#src/engine/upload/formats-screen.tsx')
  return ({ screen }) => <FormatsScreen functionality={screen.upload?.functionality} />
}

const result = (mode: 'criteria' | 'results' | 'grid') => async (): Promise<Engine> => {
  const { ResultScreen } = await import('#src/engine/result/result-screen.tsx')
  return ({ screen }) => <ResultScreen screen={screen} mode={mode} />
}

const design = async (): Promise<Engine> => {
  const { DocumentDesigner } = await import('./pages/document-designer.tsx')
  return ({ screen }) => <DocumentDesigner screen={screen} />
}

const dashboard = async (): Promise<Engine> => {
  const { DashboardScreen } = await import('#src/engine/result/dashboard-screen.tsx')
  return ({ screen }) => <DashboardScreen screen={screen} />
}

const engines: Record<RouteKind, () => Promise<Engine>> = {
  list,
  display: list,
  grid: list,
  new: form('new'),
  view: form('view'),
  edit: form('edit'),
  upload,
  formats,
  criteria: result('criteria'),
  results: result('results'),
  'results-grid': result('grid'),
  design,
  dashboard,
}

const loaded = new Map<RouteKind, Promise<Engine>>()

/** The engine of a kind of route; loaded once, and again after a failure. */
export function loadEngine(kind: RouteKind): Promise<Engine> {
  const known = loaded.get(kind)
  if (known) return known
  const engine = loadChunk(engines[kind])
  loaded.set(kind, engine)
  engine.catch(() => loaded.delete(kind))
  return engine
}

const tables: ReadonlySet<RouteKind> = new Set(['list', 'display', 'grid', 'results', 'results-grid'])

/** Whether a kind of route shows rows that scroll within the page. */
export const fillsHeight = (kind: RouteKind): boolean => tables.has(kind)
