import { writeFileSync } from 'node:fs'
import { reportJsonSchema } from '#core/reports/report.ts'

/** Publishes the JSON Schema of the report: `node tools/write-report-schema.ts`. */
writeFileSync(new URL('../resources/schemas/report.schema.json', import.meta.url), reportJsonSchema())
