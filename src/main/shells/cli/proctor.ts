#!/usr/bin/env -S node --max-semi-space-size=4 --heap-growing-percent=40
import { enableCompileCache } from 'node:module'

// Compiled code is kept between calls: a third of a short call is spent on reading the sources.
enableCompileCache()

const { runProgram } = await import('./program.ts')
process.exitCode = await runProgram(process.argv.slice(2))
