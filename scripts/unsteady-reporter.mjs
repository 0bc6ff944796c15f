// A vitest reporter: writes the titles of tests that passed only at a later try, one a line, to GALLEY_UNSTEADY_TO.
import { appendFileSync } from 'node:fs'

export default class UnsteadyReporter {
  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const file = process.env.GALLEY_UNSTEADY_TO
    if (file && test.diagnostic()?.flaky) appendFileSync(file, `${test.fullName}\n`)
  }
}
