import { writeFileSync } from 'node:fs'
import { publishedSchemas } from '#core/published-schemas.ts'

/** Publishes the JSON Schemas of all formats: `node tools/write-schemas.ts`. */
for (const [name, schema] of publishedSchemas())
  writeFileSync(
    new URL(`../resources/schemas/${name}.schema.json`, import.meta.url),
    `${JSON.stringify(schema, null, 2)}\n`,
  )
