import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLoaderData } from 'react-router-dom'
import { pageTitle } from '#src/definition/page-title.ts'
import { screenQuery } from '#src/data/screens.ts'
import { Breadcrumbs } from '#src/ui/breadcrumbs.tsx'
import { useBootstrap } from './bootstrap.ts'
import { fillsHeight } from './engines.tsx'
import { Page } from './page.tsx'
import { rememberScreen } from './recent.ts'
import type { LoadedScreen } from './screen-loader.ts'

/** Shows the generic screen that the address leads to; changed form_fields show without leaving it. */
export function ScreenHost() {
  const { match, screen: first, engine: Engine } = useLoaderData<LoadedScreen>()
  const { data: screen } = useQuery({ ...screenQuery(match.screen), initialData: first })
  const { id } = match.params
  const isList = match.kind === 'list'
  const crumbs = isList || match.kind === 'criteria'
  useEffect(() => {
    if (isList) rememberScreen({ label: first.plural, path: match.path })
  }, [first.plural, isList, match.path])
  return (
    <Page
      title={pageTitle(screen, match.path)}
      fill={fillsHeight(match.kind)}
      breadcrumbs={crumbs ? <AreaCrumbs area={screen.area} label={screen.plural} /> : null}
    >
      <Engine key={`${match.screen} ${match.kind} ${id ?? ''}`} screen={screen} id={id} />
    </Page>
  )
}

function AreaCrumbs({ area, label }: { area: string; label: string }) {
  const { navigation } = useBootstrap()
  const title = navigation.find((candidate) => candidate.area === area)?.label
  return title === undefined ? null : <Breadcrumbs crumbs={[{ label: title }, { label }]} />
}
