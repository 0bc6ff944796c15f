import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Problem } from '../../project.mjs'
import { stageProgram } from './program.mjs'

/**
 * Makes the npm package `galley-service`; the same build gives the same bytes (PK2).
 * @param out the file to write
 */
export function makeNpmPackage({ out, epoch }) {
  const work = mkdtempSync(join(tmpdir(), 'galley-npm-'))
  try {
    const [folder, packed] = [join(work, 'package'), join(work, 'packed')]
    for (const one of [folder, packed]) mkdirSync(one)
    stageProgram(folder, epoch)
    const args = ['pack', folder, '--pack-destination', packed, '--ignore-scripts']
    const { error, status, stderr } = spawnSync('npm', args, { cwd: work, encoding: 'utf8' })
    if (error || status !== 0) throw new Problem(`npm pack failed:\n${error?.message ?? stderr}`)
    const [name] = readdirSync(packed)
    mkdirSync(dirname(out), { recursive: true })
    cpSync(join(packed, name), out)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
