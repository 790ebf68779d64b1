// The layers of docs/decisions and the picture in the README, enforced: each rule names who may not know whom and why.
const tests = '\\.test\\.tsx?$'

/** Everything inside the house that `allowed` does not match is forbidden to `from`. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: '^(src|server|screen-definitions|tests|scripts|bench)/', pathNot: allowed },
})

const noPackages = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'core', 'npm-no-pkg', 'npm-unknown'], pathNot: allowed },
})

const engines = ['list', 'form', 'upload', 'result']

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Types may know each other; running code may not wait for itself. Read without the type-only imports.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    only('definition-alone', 'The language knows nothing of ours.', '^src/definition/', '^src/definition/'),
    noPackages('definition-packages', 'The language runs everywhere: zod only.', '^src/definition/', '/(zod)/'),
    only(
      'screens-are-data',
      'Definitions know the language only.',
      '^screen-definitions/',
      '^(src/definition|screen-definitions)/',
    ),
    noPackages('screens-without-packages', 'A definition is data.', '^screen-definitions/', '^$'),
    only('browser-not-server', 'The browser never imports the server.', '^src/', '^src/'),
    only(
      'server-not-browser',
      'Of src the server knows the language only.',
      '^server/',
      '^(server|src/definition|screen-definitions)/',
    ),
    only('ui-alone', 'Primitives know nothing of the product.', '^src/ui/', '^src/ui/'),
    only('data-layer', 'data knows definition.', '^src/data/', '^src/(data|definition)/'),
    only(
      'widgets-layer',
      'widgets know definition, data and ui.',
      '^src/widgets/',
      '^src/(widgets|definition|data|ui)/',
    ),
    only(
      'session-layer',
      'session knows definition, data, ui and widgets.',
      '^src/session/',
      '^src/(session|definition|data|ui|widgets)/',
    ),
    ...engines.map((name) =>
      only(
        `engine-${name}-alone`,
        'The engines never import each other; what they share lives in data, ui or widgets.',
        `^src/engine/${name}/`,
        `^src/(engine/${name}|definition|data|ui|widgets|session)/`,
      ),
    ),
    {
      name: 'workbenches-apart',
      comment: 'The workbenches never import each other.',
      severity: 'error',
      from: { path: '^src/workbench/([^/]+)/', pathNot: tests },
      to: { path: '^src/(workbench|engine|app)/', pathNot: '^src/workbench/$1/' },
    },
    only('domain-pure', 'Rules of the business: no I/O.', '^server/domain/', '^(server/domain|src/definition)/'),
    noPackages('domain-packages', 'No database, Fastify, clock or environment.', '^server/domain/', '/decimal\\.js/'),
    {
      name: 'commands-know-no-routes',
      comment: 'commands → domain, engine, store; they never call one another.',
      severity: 'error',
      from: { path: '^server/commands/([^/]+)', pathNot: `${tests}|^server/commands/index\\.ts$` },
      to: { path: '^server/(routes|commands|plugins|jobs)/', pathNot: '^server/commands/($1|command\\.ts$)' },
    },
    {
      name: 'below-routes',
      comment: 'Nothing but the assembly knows the routes.',
      severity: 'error',
      from: { path: '^server/(engine|store|reports|domain)/', pathNot: tests },
      to: { path: '^server/(routes|commands|plugins)/|^server/(app|main)\\.ts$' },
    },
    {
      name: 'store-lowest',
      comment: 'The store knows no engine.',
      severity: 'error',
      from: { path: '^server/store/', pathNot: `${tests}|^server/store/(schema-sync|db-plan)` },
      to: { path: '^server/(engine|reports|session|jobs)/' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^(src|server|screen-definitions)/', pathNot: tests },
      to: { path: `^tests/|${tests}` },
    },
    {
      name: 'no-dev-dependencies-in-the-product',
      comment: 'npm ci --omit=dev must still run it.',
      severity: 'error',
      from: { path: '^(src|server|screen-definitions)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^tests/architecture/fixture' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
