export const formatsPath = (functionality: string): string =>
  `/upload-formats?${new URLSearchParams({ functionality }).toString()}`
export const newFormatPath = (functionality: string): string =>
  `/upload-formats/new?${new URLSearchParams({ functionality }).toString()}`
export const formatPath = (id: number): string => `/upload-formats/${id}`
