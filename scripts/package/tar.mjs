import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Problem } from '../project.mjs'
import { settle } from './tree.mjs'

/**
 * Makes the archive for other Linux systems: the folder of the app under one name, to unpack anywhere. The same folder gives the same bytes.
 * @param name the folder in the archive
 */
export function makeTar({ folder, name, out, epoch }) {
  const home = join(dirname(out), `.tar-${basename(out)}`)
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  try {
    cpSync(folder, join(home, name), { recursive: true })
    settle(join(home, name), epoch)
    const args = [
      '--create',
      `--file=${out}`,
      '--use-compress-program=zstd -q --single-thread -6',
      '--format=ustar',
      '--sort=name',
      '--owner=root:0',
      '--group=root:0',
      '--numeric-owner',
      `--mtime=@${epoch}`,
      name
    ]
    const { error, status, stderr } = spawnSync('tar', args, { cwd: home, encoding: 'utf8' })
    if (error || status !== 0) throw new Problem(`tar failed: ${error?.message ?? stderr.trim()}`)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
