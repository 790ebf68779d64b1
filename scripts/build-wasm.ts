import { writeFile } from 'node:fs/promises'
import { compiledScanner, scannerBinary } from './compile-scanner.ts'

// The inner loop of the CSV scanner; a test holds the binary against its text.
await writeFile(scannerBinary, await compiledScanner())
