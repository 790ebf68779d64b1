/** What the password of an integration is sealed for: copied into another record it cannot be opened. */
export const secretContext = (organizationId: number, code: string): string => `integration ${organizationId} ${code}`
