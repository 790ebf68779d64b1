import type { ReactNode } from 'react'

/** A route that no definition makes: where it lies, what it is called, and how its page is loaded. */
export interface HandWrittenRoute {
  readonly path: string
  readonly label: string
  readonly area: 'sign-in' | 'main'
  /** The page has no navigation at its side. */
  readonly bare?: boolean
  /** The permission it needs; the server decides, this spares a page that could show nothing. */
  readonly access?: string
  readonly load: () => Promise<() => ReactNode>
}

/** Every route written by hand; all others come from the definitions. */
export const handWrittenRoutes: readonly HandWrittenRoute[] = [
  { path: '/login', label: 'Sign in', area: 'sign-in', load: async () => (await import('./sign-in/login.tsx')).Login },
  {
    path: '/login/forgot-password',
    label: 'Forgotten password',
    area: 'sign-in',
    load: async () => (await import('./sign-in/forgot-password.tsx')).ForgotPassword,
  },
  {
    path: '/login/reset-password',
    label: 'New password',
    area: 'sign-in',
    load: async () => (await import('./sign-in/reset-password.tsx')).ResetPassword,
  },
  {
    path: '/login/verify-email',
    label: 'Confirm the email address',
    area: 'sign-in',
    load: async () => (await import('./sign-in/verify-email.tsx')).VerifyEmail,
  },
  { path: '/', label: 'Home', area: 'main', load: async () => (await import('./pages/home.tsx')).Home },
  {
    path: '/applauncher',
    label: 'Applications',
    area: 'main',
    bare: true,
    load: async () => (await import('./pages/launcher.tsx')).Launcher,
  },
  { path: '/help', label: 'Help', area: 'main', load: async () => (await import('./pages/help.tsx')).Help },
  { path: '/help-desk', label: 'Help', area: 'main', load: async () => (await import('./pages/help.tsx')).Help },
  {
    path: '/help-desk-cp',
    label: 'Help of the Collaboration Portal',
    area: 'main',
    load: async () => (await import('./pages/help.tsx')).PartnerHelp,
  },
  {
    path: '/profile',
    label: 'Profile',
    area: 'main',
    load: async () => (await import('./pages/profile.tsx')).ProfilePage,
  },
  {
    path: '/profile/password',
    label: 'Change the password',
    area: 'main',
    load: async () => (await import('./pages/change-password.tsx')).ChangePassword,
  },
  {
    path: '/form-fields/designer',
    label: 'Design fields',
    area: 'main',
    access: 'administration.form_fields',
    load: async () => (await import('./pages/form-fields.tsx')).FormFields,
  },
  {
    path: '/user-roles/seen-by/:id',
    label: 'Seen by a role',
    area: 'main',
    load: async () => (await import('./pages/seen-by-role.tsx')).SeenByRole,
  },
  {
    path: '/studio',
    label: 'Designer Studio',
    area: 'main',
    access: 'designer.read',
    load: async () => (await import('./pages/studio.tsx')).Studio,
  },
  {
    path: '/studio/:name',
    label: 'Designer Studio',
    area: 'main',
    access: 'designer.read',
    load: async () => (await import('./pages/studio.tsx')).StudioDefinition,
  },
  {
    path: '/integration-manager/im-history/:id',
    label: 'History of an integration',
    area: 'main',
    access: 'integration.read',
    load: async () => (await import('./pages/integration.tsx')).IntegrationHistory,
  },
  {
    path: '/integration-mapping-new/:id?/:edit?',
    label: 'Mapping',
    area: 'main',
    access: 'integration.write',
    load: async () => (await import('./pages/integration.tsx')).MappingDesigner,
  },
  {
    path: '/migration-management',
    label: 'Migration',
    area: 'main',
    access: 'administration.configuration',
    load: async () => (await import('./pages/migration.tsx')).Migration,
  },
  { path: '/uploads', label: 'Uploads', area: 'main', load: async () => (await import('./pages/uploads.tsx')).Uploads },
  {
    path: '/uploads/:id',
    label: 'Upload',
    area: 'main',
    load: async () => (await import('./pages/uploads.tsx')).OneUpload,
  },
  {
    path: '/upload-formats',
    label: 'Upload formats',
    area: 'main',
    load: async () => (await import('./pages/uploads.tsx')).UploadFormats,
  },
  {
    path: '/upload-formats/new',
    label: 'New upload format',
    area: 'main',
    load: async () => (await import('./pages/uploads.tsx')).UploadFormat,
  },
  {
    path: '/upload-formats/:id',
    label: 'Upload format',
    area: 'main',
    load: async () => (await import('./pages/uploads.tsx')).UploadFormat,
  },
]
