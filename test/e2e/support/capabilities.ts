import { spawnSync } from 'node:child_process'
import { chromiumBinary } from '../../../scripts/chromium.mjs'
import { electronBinary } from '../../../scripts/electron-binary.mjs'

const inCi = process.env['CI'] !== undefined && process.env['CI'] !== ''

/** True when tests of this kind are left out here. Under CI nothing is left out: what is missing fails. */
export const without = {
  electron: !inCi && electronBinary() === null,
  chromium: !inCi && chromiumBinary() === null,
  /** An empty network namespace, to show that nothing needs the network. */
  namespaces: !inCi && !canUnshare(),
  /** A small disk of its own, to fill it or to let it fail. */
  disks: !inCi && !canMount()
} as const

export function electronProgram(): string {
  const program = electronBinary()
  if (program === null) throw new Error("Electron's program is not installed: npx install-electron")
  return program
}

export function chromiumProgram(): string {
  const program = chromiumBinary()
  if (program === null) throw new Error('Chromium is not installed.')
  return program
}

/** Chromium's own sandbox refuses to run as root; and a container may have next to no shared memory. */
export const sandboxArguments: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-dev-shm-usage'
]

function canMount(): boolean {
  return (
    process.platform === 'linux' &&
    process.getuid?.() === 0 &&
    spawnSync('unshare', ['-m', 'true']).status === 0
  )
}

function canUnshare(): boolean {
  return process.platform === 'linux' && spawnSync('unshare', ['-n', 'true']).status === 0
}
