import type { Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import type { Services } from '../../services.ts'
import { screensOf } from '../own-screens.ts'
import { mayUse } from '../screen-access.ts'

/** The screens that the caller may upload to; of other uploads nothing is told, for their cells may be what is kept from him. */
export async function uploadScreens(
  services: Pick<Services, 'db' | 'screens'>,
  caller: Caller,
): Promise<readonly Screen[]> {
  return (await screensOf(services, caller)).filter((screen) => screen.upload && mayUse(caller, screen, 'upload'))
}
