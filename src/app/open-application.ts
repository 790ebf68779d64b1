import { redirect, type LoaderFunctionArgs } from 'react-router-dom'
import { screensChanged } from '#src/data/screens.ts'
import type { Application } from '#src/definition/applications.ts'
import { chooseApplication } from '#src/session/application.ts'
import { fetchFor } from './bootstrap.ts'
import { queryClient } from './query-client.ts'
import { requireSignIn } from './require-sign-in.ts'

/** Makes an application current after its screens have arrived, so that nothing is shown half. */
export async function switchApplication(name: Application): Promise<void> {
  await fetchFor(name, '/')
  chooseApplication(name)
  // What form_fields say may differ between applications.
  screensChanged(queryClient)
}

/** Switches the application once it is decided that the page before is left, then leads to its home. */
export async function openingLoader({ request, params }: LoaderFunctionArgs): Promise<never> {
  requireSignIn(request)
  await switchApplication(params['name'] as Application)
  throw redirect('/')
}
