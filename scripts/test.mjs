#!/usr/bin/env node
// Runs every test: unit, contract and crash on Node, components in jsdom, what is packed, end to end in a real Electron window and in
// Chromium (each file on a display of its own under Xvfb where there is none). Arguments go to vitest: `npm test -- test/unit/store -t W2`.
// What takes many minutes to make packages runs only when it is named: `npm run test:package`.
// The last line is `N passed, N failed`. With GALLEY_RETRY=1 a test that failed is tried once more; those
// that passed only then are named at the end: each is a fault to be found.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { chromiumBinary } from './chromium.mjs'
import { ensureBuild } from './build.mjs'
import { electronBinary } from './electron-binary.mjs'
import { become, main, Problem, root, say } from './project.mjs'
import { inPath } from './system-packages.mjs'

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const unsteadyReporter = join(root, 'scripts/unsteady-reporter.mjs')
const none = { passed: 0, failed: 0, skipped: 0, left: [], unsteady: [], failures: [], took: [] }
/** So many files are named that took longest. */
const SLOWEST = 20

main(async () => {
  try {
    return await runAll(process.argv.slice(2))
  } catch (error) {
    say(error instanceof Problem ? error.message : (error?.stack ?? String(error)))
    process.stdout.write('0 passed, 1 failed\n')
    return 1
  }
})

async function runAll(args) {
  const reports = mkdtempSync(join(tmpdir(), 'galley-test-'))
  try {
    await ensureBuild()
    process.env.GALLEY_NO_BUILD = '1'
    const runs = [
      await runProjects(['node', 'renderer', 'packed', ...long(args)], args, join(reports, 'node.json'), {
        more: chosenWorkers(args) ? [] : [`--maxWorkers=${Math.max(3, availableParallelism() - 1)}`]
      }),
      await runEndToEnd(args, join(reports, 'e2e.json'))
    ]
    const sum = runs.reduce((all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
      left: [...all.left, ...one.left],
      unsteady: [...all.unsteady, ...one.unsteady],
      failures: [...all.failures, ...one.failures],
      took: [...all.took, ...one.took]
    }))
    if (args.length === 0) sayTook(sum.took)
    for (const title of sum.left) say(`NOT TESTED, because it cannot run here: ${title}`)
    for (const title of sum.unsteady) say(`UNSTEADY, passed only at the second try: ${title}`)
    for (const failure of sum.failures) say(`FAILED: ${failure}`)
    const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : ''
    process.stdout.write(`${sum.passed} passed, ${sum.failed} failed${skipped}\n`)
    return sum.failed === 0 && sum.passed > 0 ? 0 : 1
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** The end-to-end tests, with a display; what they lack is said, and is a failure where nobody watches (CI). */
async function runEndToEnd(args, report) {
  const isLinux = process.platform === 'linux'
  // wherever nobody watches: displays of one size for the tests alone, and then several files at once
  const ownDisplays = isLinux && (!hasDisplay() || (Boolean(process.env.CI) && inPath('Xvfb')))
  const lacks = [
    electronBinary() ? null : "Electron's program (npx install-electron)",
    chromiumBinary() ? null : 'Chromium',
    !ownDisplays || inPath('Xvfb') ? null : 'Xvfb'
  ].filter((lack) => lack !== null)
  for (const lack of lacks) say(`NOT TESTED end to end, because this is missing: ${lack}`)
  if (lacks.length === 0) {
    const more = [...(ownDisplays ? [] : ['--no-file-parallelism'])]
    return runProjects(['e2e'], args, report, { more, env: ownDisplays ? { GALLEY_OWN_DISPLAY: '1' } : {} })
  }
  return { ...none, [process.env.CI ? 'failed' : 'skipped']: lacks.length }
}

/** What has no window waits for disks, clocks and databases: more of that goes on at once than there are processors. */
const chosenWorkers = (args) => args.some((arg) => arg.startsWith('--maxWorkers'))

const long = (args) =>
  args.some((arg, at) => arg === 'package' && args[at - 1] === '--project') ? ['package'] : []

async function runProjects(projects, args, report, { more = [], env = {} } = {}) {
  const named = args.filter((_arg, index) => args[index - 1] === '--project')
  const wanted = projects.filter((project) => named.length === 0 || named.includes(project))
  if (wanted.length === 0) return none
  const rest = args.filter((arg, index) => arg !== '--project' && args[index - 1] !== '--project')
  const options = [
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    `--reporter=${unsteadyReporter}`,
    ...(process.env.GALLEY_RETRY ? ['--retry=1'] : []),
    ...more
  ]
  const command = [vitest, ...options, ...wanted.flatMap((name) => ['--project', name]), ...rest]
  const unsteady = `${report}.unsteady`
  const code = await become(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...env, GALLEY_UNSTEADY_TO: unsteady }
  })
  return { ...counts(report, code, rest.length > 0), unsteady: lines(unsteady) }
}

/** A file that does not even load, and an error outside every test, count as one failure each. */
function counts(report, code, chosen) {
  let result
  try {
    result = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return code === 0
      ? none
      : { ...none, failed: 1, failures: [`the run itself (exit ${code}): its messages are above`] }
  }
  const failures = result.testResults.flatMap(failuresIn)
  if (failures.length === 0 && code !== 0) failures.push('outside every test: its messages are above')
  return {
    passed: result.numPassedTests,
    failed: failures.length,
    failures,
    skipped: result.numPendingTests + result.numTodoTests,
    took: result.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      ms: endTime - startTime
    })),
    // not when tests were chosen: then the others are left out on purpose
    left: chosen
      ? []
      : result.testResults
          .flatMap((file) => file.assertionResults)
          .filter((test) => test.status === 'skipped' || test.status === 'pending')
          .map((test) => test.fullName)
  }
}

/** Where the time of a whole run goes: several files run at once, and each waits for the others. */
function sayTook(took) {
  const slowest = took.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  for (const { file, ms } of slowest) say(`SLOW, ${Math.round(ms / 1000)} s: ${file}`)
}

/** @returns a line for each test of a file that failed, or for the file when it does not even load */
function failuresIn({ name, status, message, assertionResults }) {
  const file = relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : []
  return failed.map(
    ({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`
  )
}

const firstLine = (text) =>
  stripVTControlCharacters(text ?? '')
    .trim()
    .split('\n', 1)[0]

/** @returns the lines of a file that may not be there */
function lines(file) {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

function hasDisplay() {
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}
