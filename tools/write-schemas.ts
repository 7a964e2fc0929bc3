import { writeFileSync } from 'node:fs'
import { publishedSchemas } from '#core/notebook/published-schemas.ts'

/** Publishes the JSON Schemas of the cells and of the suite file: `node tools/write-schemas.ts`. */
for (const [name, schema] of publishedSchemas())
  writeFileSync(
    new URL(`../resources/schemas/${name}.schema.json`, import.meta.url),
    `${JSON.stringify(schema, null, 2)}\n`,
  )
