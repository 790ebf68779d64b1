import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { definitionJsonSchema } from '#src/definition/schema/definition-schema.ts'
import { projectRoot } from './steps.ts'

// Editors complete and check <name>.screen.json by it; a test holds it against the language.
await writeFile(
  join(projectRoot, 'screen-definitions', 'screen.schema.json'),
  `${JSON.stringify(definitionJsonSchema(), null, 2)}\n`,
)
