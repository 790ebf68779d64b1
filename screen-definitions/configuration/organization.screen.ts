import { defineScreen, f } from '#src/definition'

const hex = {
  max: 7,
  pattern: '#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})',
  patternMessage: 'A hex value of 3 or 6 digits, such as #1976d2',
  default: '#1976d2',
}

export const organization = defineScreen({
  name: 'organization',
  label: ['Organization', 'Organizations'],
  area: 'configuration',
  menu: { order: 5 },
  endpoint: 'organizations',
  hooks: 'organization',
  table: { key: ['code'] },
  title: 'name',
  fields: {
    code: f.text({ max: 20, required: true, immutable: true, upper: true, search: true, width: 140 }),
    name: f.text({ max: 120, required: true, search: true, width: 240 }),
    app_title: f.text({
      max: 60,
      required: true,
      label: 'Application title',
      help: 'Shown in the top bar and in the browser tab.',
    }),
    app_types: f.references('application', {
      label: 'Applications',
      help: 'Those the organization uses; nobody in it opens others.',
    }),
    default_application: f.reference('application', { help: 'Opened after signing in.' }),
    color_theme: f.text({ ...hex, label: 'Theme color' }),
    global_color: f.text({ ...hex, label: 'Navigation color' }),
    global_font: f.choice(
      [
        { value: 'IBM Plex Serif', label: 'IBM Plex Serif' },
        { value: 'IBM Plex Sans', label: 'IBM Plex Sans' },
        { value: 'Inter', label: 'Inter' },
      ],
      { default: 'IBM Plex Serif', label: 'Font' },
    ),
    theme_mode: f.choice(['system', 'light', 'dark'], { default: 'system', label: 'Light or dark' }),
    density: f.choice(['comfortable', 'compact', 'roomy'], { default: 'comfortable' }),
    time_zone: f.text({
      max: 60,
      label: 'Time zone of the books',
      help: 'Whose day postings, jobs and approvals mean by today, such as Europe/Berlin. Empty: UTC.',
      width: 180,
    }),
    administrator_name: f.text({
      max: 120,
      immutable: true,
      label: 'First administrator',
      help: 'Invited when the organization is created.',
    }),
    administrator_email: f.text({
      max: 200,
      immutable: true,
      format: 'email',
      label: 'Email address of the first administrator',
    }),
  },
  list: { path: '/organizations', columns: ['code', 'name', 'app_title', 'color_theme', 'global_font'] },
  form: {
    layout: [
      {
        title: 'Organization',
        rows: [
          ['code', 'name'],
          ['app_title'],
          ['app_types', 'default_application'],
          ['time_zone'],
          ['administrator_name', 'administrator_email'],
        ],
      },
      {
        title: 'Default profile',
        rows: [
          ['color_theme', 'global_color', 'global_font'],
          ['theme_mode', 'density'],
        ],
      },
    ],
  },
  actions: [
    {
      name: 'create-reset-link',
      label: 'Create reset link',
      icon: 'link',
      command: 'create-reset-link',
      on: ['row'],
      access: 'administration.users',
      parameters: {
        user: f.reference('user', { required: true, help: 'Whose password is to be chosen anew.' }),
      },
      confirm: 'Makes a link to choose a new password that you hand over yourself. It works once, for one hour.',
      message: 'Link created',
    },
  ],
  access: {
    read: 'any',
    write: 'administration.organization',
    create: 'platform.organizations',
    delete: 'platform.organizations',
    upload: 'platform.organizations',
  },
  tests: [
    { reject: { code: 'N', name: 'N', app_title: 'N', color_theme: 'red' }, at: 'color_theme' },
    { accept: { code: 'N', name: 'N', app_title: 'N', color_theme: '#FC0' } },
  ],
})
