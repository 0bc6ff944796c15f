// A vitest reporter for tests that passed only at a later try: prints why they failed before, and writes their titles, one
// a line, to GALLEY_UNSTEADY_TO.
import { appendFileSync } from 'node:fs'

export default class UnsteadyReporter {
  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const file = process.env.GALLEY_UNSTEADY_TO
    if (!file || !test.diagnostic()?.flaky) return
    appendFileSync(file, `${test.fullName}\n`)
    const why =
      test
        .result()
        .errors?.flatMap(({ stack, message, diff }) => [stack ?? message, ...(diff ? [diff] : [])]) ?? []
    process.stdout.write(`UNSTEADY ${test.fullName}\n${why.join('\n')}\n`)
  }
}
