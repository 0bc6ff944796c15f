import { spawnSync } from 'node:child_process'
import { Problem, root } from '../project.mjs'
import { maintainer } from './identity.mjs'

/**
 * What a release must not have (PK3): a runtime that Electron did not release, changes that are in no commit, a build or a time of
 * somebody's own, and nobody who answers for it.
 * @param runtime see `chosenRuntime`; null where nothing is made with one
 * @throws Problem with what it found, and nothing is made
 */
export function refuseUnfit(runtime) {
  if (runtime?.testOnly)
    throw new Problem(
      `a release is made with Electron as it was released: name its archive with --electron. This is a runtime for tests (${runtime.version}).`
    )
  const set = ['GALLEY_NO_BUILD', 'GALLEY_TEST_ONLY', 'SOURCE_DATE_EPOCH'].find(
    (name) => process.env[name] !== undefined
  )
  if (set !== undefined) throw new Problem(`a release is made without ${set} in the environment.`)
  maintainer(true)
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Problem('a release is made from a git checkout.')
  if (stdout.trim() !== '')
    throw new Problem(`a release has no changes that are in no commit:\n${stdout.trimEnd()}`)
}
