/** The mark of the product: three tiers, in the navigation colour of the profile. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="shrink-0">
      <rect width={24} height={24} rx={6} fill="var(--nav)" />
      <path d="M6 13h3v5H6zM10.5 10h3v8h-3zM15 6h3v12h-3z" fill="var(--on-nav)" />
    </svg>
  )
}
