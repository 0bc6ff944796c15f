import { spawnSync } from 'node:child_process'
import { Problem, root } from '../project.mjs'

/**
 * The time that everything in a package carries: `SOURCE_DATE_EPOCH` where it is set, else when the last commit was made (PK2).
 * @returns seconds since 1970
 */
export function sourceEpoch() {
  const given = process.env.SOURCE_DATE_EPOCH
  if (given !== undefined) return seconds(given, 'SOURCE_DATE_EPOCH')
  const log = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  if (log.status !== 0)
    throw new Problem(
      'this is no git checkout: set SOURCE_DATE_EPOCH to the time of the sources, in seconds.'
    )
  return seconds(log.stdout.trim(), 'the time of the last commit')
}

function seconds(text, name) {
  if (!/^\d{1,11}$/.test(text)) throw new Problem(`${name} is no number of seconds: ${text}`)
  return Number(text)
}
