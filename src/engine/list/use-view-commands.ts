import type { Screen } from '#src/definition'
import { systemFields } from '#src/definition/system-fields.ts'
import { viewKey } from '#src/definition/view-key.ts'
import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SavedView, ShareDraft, ViewState } from '#src/data/list-views.ts'
import { allViews, openingParameters, savedView } from '#src/definition/opened-view.ts'
import { notify } from '#src/ui/notify.ts'
import { isModified, viewQuery, type ListState } from './list-state.ts'
import type { useLayout } from './use-layout.ts'
import type { ChangeState } from './use-list-state.ts'
import type { DefaultLayer, ListViewsModel } from './use-list-views.ts'
import { notifyFailure } from '#src/widgets/notify-failure.ts'

/** The tab of a state: the saved view, the view of the definition, or all. */
export const openTab = ({ state }: { readonly state: ListState }): string =>
  state.saved ? viewKey(state.saved) : (state.view?.name ?? allViews)

interface Wanted {
  readonly screen: Screen
  readonly path: string
  readonly state: ListState
  readonly change: ChangeState
  readonly views: ListViewsModel
  readonly layout: ReturnType<typeof useLayout>
}

/** Opening, saving, sharing and leaving the views of a list. */
export function useViewCommands({ screen, path, state, change, views, layout }: Wanted) {
  const [, setParameters] = useSearchParams()
  const { saved } = state
  const list = screen.list!
  const viewModified =
    saved !== null && (layout.modified || isModified(state, [...screen.fields, ...systemFields], list))
  const content = (): ViewState => ({ query: viewQuery(state, list), ...layout.layout })
  const told = async (work: () => Promise<void>, failed: string): Promise<void> => {
    try {
      await work()
    } catch (error) {
      notifyFailure(failed, error)
    }
  }
  const go = useCallback(
    (parameters: Readonly<Record<string, string>>) => setParameters({ ...parameters }, { preventScrollReset: true }),
    [setParameters],
  )
  const openView = (key: string): void => {
    layout.discard()
    const view = savedView(views.views, key)
    if (view) return go({ view: viewKey(view) })
    const arranged = views.layouts[path]?.query ?? {}
    const plain = key === allViews && Object.keys(arranged).length === 0 && openingParameters(views, path) === null
    go(plain ? {} : { ...(key === allViews && Object.keys(arranged).length > 0 ? {} : { view: key }), ...arranged })
  }
  useLostFields(saved, screen)
  return {
    viewModified,
    openView,
    discardView: (): void => {
      if (saved) openView(viewKey(saved))
    },
    saveView: () =>
      told(async () => {
        if (!saved) return
        const view = await views.update(saved, { state: content() })
        layout.discard()
        go({ view: viewKey(view) })
        notify.success(`${view.name} was saved`)
      }, 'The view could not be saved'),
    createView: async (draft: ShareDraft, opens: boolean): Promise<void> => {
      const view = await views.create(draft, content())
      layout.discard()
      go({ view: viewKey(view) })
      notify.success(`${view.name} was saved`)
      if (opens) await setDefault(viewKey(view), 'me')
    },
    changeView: async (view: SavedView, draft: ShareDraft): Promise<void> => {
      const next = await views.update(view, draft)
      if (saved?.id === next.id) change((current) => ({ ...current, saved: next }), { replace: true })
      notify.success(`${next.name} was changed`)
    },
    deleteView: async (view: SavedView): Promise<void> => {
      await views.remove(view)
      openView(allViews)
      notify.success(`${view.name} was deleted`)
    },
    setDefaultView: setDefault,
    copyLink: () =>
      told(async () => {
        await navigator.clipboard.writeText(window.location.href)
        notify.success('The link was copied')
      }, 'The link could not be copied'),
  }

  async function setDefault(view: string | null, layer: DefaultLayer): Promise<void> {
    await told(async () => {
      await views.setDefault(view, layer)
      notify.success(view === null ? 'The list opens as before' : 'The list opens with this view from now on')
    }, 'The choice could not be kept')
  }
}

/** What a view has lost is said once when it is opened. */
function useLostFields(saved: SavedView | null, screen: Screen): void {
  const parts = saved
    ? [
        ...(saved.gone.length > 0
          ? [`${saved.gone.join(', ')} no longer ${saved.gone.length > 1 ? 'exist' : 'exists'}`]
          : []),
        ...(saved.denied > 0
          ? [`${saved.denied} ${saved.denied > 1 ? 'fields are' : 'field is'} not yours to see`]
          : []),
      ]
    : []
  const text = parts.join('; ')
  const title = saved ? `Part of ${saved.name} is left out` : ''
  useEffect(() => {
    if (text) notify.warning(title, { description: `${text}. The rest of the view is shown.` })
  }, [text, title, screen.name])
}
