import { Outlet } from 'react-router-dom'
import { useProductName } from '../product-name.ts'
import { Logo } from '../logo.tsx'
import { Tiers } from './tiers.tsx'

/** The frame around signing in: the form, and beside it what the product is. */
export function SignInArea() {
  const product = useProductName()
  return (
    <div className="grid min-h-dvh bg-panel lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <main className="flex flex-col px-6 py-8 sm:px-12">
        <p className="flex items-center gap-2.5 text-lg font-semibold">
          <Logo size={28} />
          {product}
        </p>
        <div className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center py-10">
          <Outlet />
        </div>
      </main>
      <aside className="relative hidden overflow-hidden bg-[#0c1626] text-white lg:block lg:p-14">
        <p className="relative max-w-md text-[1.75rem] leading-9 font-medium tracking-[-0.01em] text-balance">
          Every agreement, calculated to the cent and explained to the line.
        </p>
        <p className="relative mt-4 max-w-md text-md text-[#a9b7cc]">
          Rebates, chargebacks, commissions, royalties, prices and promotions in one place.
        </p>
        <Tiers />
      </aside>
    </div>
  )
}
