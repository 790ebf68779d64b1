import { useSlice } from '#src/session/slices.ts'

/** What the organisation calls the product. */
export const useProductName = (): string => useSlice('profileData')?.organization.app_title || 'Tierline'
