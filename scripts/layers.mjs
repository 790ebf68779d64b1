// Reads every import of the project and holds it against .dependency-cruiser.cjs; prints { modules, dependencies, violations } as JSON.
// Usage: node scripts/layers.mjs [root]. Plain JavaScript, because the parser's visitor does not survive a TypeScript loader.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const require = createRequire(import.meta.url)
const project = resolve(import.meta.dirname, '..')
const root = resolve(process.argv[2] ?? project)
const folders = ['src', 'server', 'screen-definitions', 'tests', 'scripts', 'bench'].filter((name) =>
  existsSync(join(root, name)),
)

// dependency-cruiser parses every file as plain TypeScript; a .tsx file is only understood when swc is told so. Its swc reader does not
// mark type-only imports either: for the cycles of running code they are taken out of the tree.
const swc = require('@swc/core')
const parse = swc.parseFileSync
let withTypes = true
const isTypeOnly = ({ type, typeOnly }) => typeOnly && /^(Import|ExportNamed|ExportAll)Declaration$/.test(type)
swc.parseFileSync = (path, options) => {
  const tree = parse.call(swc, path, { ...options, tsx: path.endsWith('.tsx') })
  return withTypes ? tree : { ...tree, body: tree.body.filter((item) => !isTypeOnly(item)) }
}

const { cruise } = await import('dependency-cruiser')
const { options, forbidden } = require(join(project, '.dependency-cruiser.cjs'))
const { enhancedResolveOptions, ...rest } = options
const isCycleRule = ({ to }) => to.circular === true

const read = async (rules) => {
  const ruleSet = { forbidden: rules, options }
  return (await cruise(folders, { ...rest, baseDir: root, ruleSet, validate: true }, enhancedResolveOptions)).output
}
const all = await read(forbidden.filter((rule) => !isCycleRule(rule)))
withTypes = false
const running = await read(forbidden.filter(isCycleRule))
const own = all.modules.filter(({ source }) => folders.some((folder) => source.startsWith(`${folder}/`)))

console.log(
  JSON.stringify({
    modules: own.length,
    dependencies: own.reduce((sum, module) => sum + module.dependencies.length, 0),
    violations: [...all.summary.violations, ...running.summary.violations].map(({ rule, from, to, cycle }) => {
      const path = cycle ? [from, ...cycle.map((step) => step.name)] : [from, to]
      const why = forbidden.find(({ name }) => name === rule.name)?.comment
      return `${rule.name}: ${path.join(' → ')}${why ? ` (${why})` : ''}`
    }),
  }),
)
