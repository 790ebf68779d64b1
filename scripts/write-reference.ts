import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { languageReference } from './reference/language.ts'
import { projectRoot } from './steps.ts'

await writeFile(join(projectRoot, 'docs', 'definition-language.md'), languageReference())
