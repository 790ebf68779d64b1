/** How the pages are loaded that hardly anybody begins a day with, by name. */
export const laterPages = {
  ForgotPassword: async () => (await import('./sign-in/forgot-password.tsx')).ForgotPassword,
  ResetPassword: async () => (await import('./sign-in/reset-password.tsx')).ResetPassword,
  VerifyEmail: async () => (await import('./sign-in/verify-email.tsx')).VerifyEmail,
  Launcher: async () => (await import('./pages/launcher.tsx')).Launcher,
  Help: async () => (await import('./pages/help.tsx')).Help,
  PartnerHelp: async () => (await import('./pages/help.tsx')).PartnerHelp,
  ProfilePage: async () => (await import('./pages/profile.tsx')).ProfilePage,
  ChangePassword: async () => (await import('./pages/change-password.tsx')).ChangePassword,
  FormFields: async () => (await import('./pages/form-fields.tsx')).FormFields,
  SeenByRole: async () => (await import('./pages/seen-by-role.tsx')).SeenByRole,
  Studio: async () => (await import('./pages/studio.tsx')).Studio,
  StudioDefinition: async () => (await import('./pages/studio.tsx')).StudioDefinition,
  IntegrationHistory: async () => (await import('./pages/integration.tsx')).IntegrationHistory,
  MappingDesigner: async () => (await import('./pages/integration.tsx')).MappingDesigner,
  CommunityChat: async () => (await import('./pages/chat.tsx')).CommunityChat,
  SqlWorkbench: async () => (await import('./pages/sql-workbench.tsx')).SqlWorkbenchPage,
  Migration: async () => (await import('./pages/migration.tsx')).Migration,
  Uploads: async () => (await import('./pages/uploads.tsx')).Uploads,
  OneUpload: async () => (await import('./pages/uploads.tsx')).OneUpload,
  UploadFormats: async () => (await import('./pages/uploads.tsx')).UploadFormats,
  UploadFormat: async () => (await import('./pages/uploads.tsx')).UploadFormat,
} as const

export type LaterPage = keyof typeof laterPages
