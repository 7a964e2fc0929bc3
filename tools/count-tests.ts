import { existsSync, readFileSync } from 'node:fs'

/**
 * `node tools/count-tests.ts FILE` prints the test runner's own count as one line, `N passed, N failed`, from the JSON
 * result that the runner wrote to FILE. A test file that could not be loaded has no tests to count: it is one failure.
 */
interface TestResult {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[]
}

const readResult = (file: string): TestResult => {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as TestResult
  console.error('No test ran: a step before them failed.')
  return { numPassedTests: 0, numFailedTests: 0, testResults: [] }
}

const { numPassedTests, numFailedTests, testResults } = readResult(process.argv[2] ?? '')
const notLoaded = testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
)
console.log(`${numPassedTests} passed, ${numFailedTests + notLoaded.length} failed`)
