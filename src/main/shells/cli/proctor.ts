#!/usr/bin/env -S node --max-semi-space-size=4 --heap-growing-percent=40
import * as nodeModule from 'node:module'

// An import by name would end an older Node in the middle of nowhere.
if (!('enableCompileCache' in nodeModule)) {
  process.stderr.write(`proctor: Node 22.13 or later is needed; this is ${process.versions.node}\n`)
  process.exit(2)
}

// Compiled code is kept between calls: a third of a short call is spent on reading the sources.
nodeModule.enableCompileCache()

const { runProgram } = await import('./program.ts')

/** `EX_SOFTWARE` of sysexits.h: no status that says something of a suite. */
const FAULT_STATUS = 70

try {
  process.exitCode = await runProgram(process.argv.slice(2))
} catch (error) {
  process.stderr.write(
    `proctor: a fault of Proctor itself: ${error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exitCode = FAULT_STATUS
}
