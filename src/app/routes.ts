import type { ReactNode } from 'react'
import type { LaterPage } from './later-pages.ts'

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

/** Where the pages are found that few begin with is asked for with the first of them, not on the way to every list. */
const later = (name: LaterPage) => async () => (await import('./later-pages.ts')).laterPages[name]()

const query = (path: string, label: string, name: LaterPage, access = 'queries.read'): HandWrittenRoute => ({
  path,
  label,
  area: 'main',
  access,
  load: later(name),
})

/** The pages of one kind of saved queries: their list, the builder, what they ask, and what they come to. */
const queryPages = (path: string, label: string): HandWrittenRoute[] => [
  query(path, label, 'Queries'),
  query(`${path}${path}-form`, label, 'QueryForm', 'queries.write'),
  query(`${path}${path}-form/:id`, label, 'QueryForm', 'queries.write'),
  query(`${path}${path}-form/run/:id`, label, 'QueryCriteria'),
  query(`${path}${path}-form/results/:id`, label, 'QueryResults'),
  query(`${path}${path}-form/lines/:id`, label, 'QueryLines'),
  query(`${path}${path}-form-sf/results/:id`, label, 'QueryGrid'),
]

/** Every route written by hand; all others come from the definitions. */
export const handWrittenRoutes: readonly HandWrittenRoute[] = [
  { path: '/login', label: 'Sign in', area: 'sign-in', load: async () => (await import('./sign-in/login.tsx')).Login },
  {
    path: '/login/forgot-password',
    label: 'Forgotten password',
    area: 'sign-in',
    load: later('ForgotPassword'),
  },
  {
    path: '/login/reset-password',
    label: 'New password',
    area: 'sign-in',
    load: later('ResetPassword'),
  },
  {
    path: '/login/verify-email',
    label: 'Confirm the email address',
    area: 'sign-in',
    load: later('VerifyEmail'),
  },
  { path: '/', label: 'Home', area: 'main', load: async () => (await import('./pages/home.tsx')).Home },
  {
    path: '/applauncher',
    label: 'Applications',
    area: 'main',
    bare: true,
    load: later('Launcher'),
  },
  { path: '/help', label: 'Help', area: 'main', load: later('Help') },
  { path: '/help-desk', label: 'Help', area: 'main', load: later('Help') },
  {
    path: '/help-desk-cp',
    label: 'Help of the Collaboration Portal',
    area: 'main',
    load: later('PartnerHelp'),
  },
  {
    path: '/profile',
    label: 'Profile',
    area: 'main',
    load: later('ProfilePage'),
  },
  {
    path: '/profile/password',
    label: 'Change the password',
    area: 'main',
    load: later('ChangePassword'),
  },
  {
    path: '/form-fields/designer',
    label: 'Design fields',
    area: 'main',
    access: 'administration.form_fields',
    load: later('FormFields'),
  },
  {
    path: '/user-roles/seen-by/:id',
    label: 'Seen by a role',
    area: 'main',
    load: later('SeenByRole'),
  },
  {
    path: '/studio',
    label: 'Designer Studio',
    area: 'main',
    access: 'designer.read',
    load: later('Studio'),
  },
  {
    path: '/studio/:name',
    label: 'Designer Studio',
    area: 'main',
    access: 'designer.read',
    load: later('StudioDefinition'),
  },
  {
    path: '/integration-manager/im-history/:id',
    label: 'History of an integration',
    area: 'main',
    access: 'integration.read',
    load: later('IntegrationHistory'),
  },
  {
    path: '/integration-mapping-new/:id?/:edit?',
    label: 'Mapping',
    area: 'main',
    access: 'integration.write',
    load: later('MappingDesigner'),
  },
  {
    path: '/promotion-scenario-setup/edit/:id',
    label: 'Promotion scenario',
    area: 'main',
    access: 'promotions.read',
    load: later('EditScenario'),
  },
  {
    path: '/promotion-scenario-setup/view/:id',
    label: 'Promotion scenario',
    area: 'main',
    access: 'promotions.read',
    load: later('ViewScenario'),
  },
  {
    path: '/migration-management',
    label: 'Migration',
    area: 'main',
    access: 'administration.configuration',
    load: later('Migration'),
  },
  { path: '/community-chat', label: 'Community chat', area: 'main', load: later('CommunityChat') },
  {
    path: '/sql-workbench',
    label: 'SQL workbench',
    area: 'main',
    access: 'workbench.sql',
    load: later('SqlWorkbench'),
  },
  { path: '/uploads', label: 'Uploads', area: 'main', load: later('Uploads') },
  {
    path: '/uploads/:id',
    label: 'Upload',
    area: 'main',
    load: later('OneUpload'),
  },
  {
    path: '/upload-formats',
    label: 'Upload formats',
    area: 'main',
    load: later('UploadFormats'),
  },
  {
    path: '/upload-formats/new',
    label: 'New upload format',
    area: 'main',
    load: later('UploadFormat'),
  },
  {
    path: '/upload-formats/:id',
    label: 'Upload format',
    area: 'main',
    load: later('UploadFormat'),
  },
  ...queryPages('/dynamic-query', 'Dynamic queries'),
  ...queryPages('/on-demand-analytics', 'On-demand analytics'),
  ...queryPages('/collaboration-portal', 'Collaboration portal'),
  ...queryPages('/predefined-query', 'Predefined queries'),
]
