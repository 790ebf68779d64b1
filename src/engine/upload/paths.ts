export const formatsPath = (functionality: string): string =>
  `/upload-formats?${new URLSearchParams({ functionality }).toString()}`
export const newFormatPath = (functionality: string): string =>
  `/upload-formats/new?${new URLSearchParams({ functionality }).toString()}`
export const formatPath = (id: number): string => `/upload-formats/${id}`

/** The wizard at one upload; the screen is named because several may share the address. */
export const uploadPath = (path: string, upload: { readonly id: number; readonly screen: string }): string =>
  `${path}?${new URLSearchParams({ screen: upload.screen, upload: String(upload.id) }).toString()}`
