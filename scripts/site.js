// Writes the pages of the documents into a folder. It reads TypeScript, so it runs on the pinned Node.
import { writeSite } from '../src/documents/write-site.ts'

await writeSite(process.argv[2])
