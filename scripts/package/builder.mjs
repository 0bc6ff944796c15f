import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alone } from '../lock.mjs'
import { Problem, root, run, say } from '../project.mjs'

/**
 * electron-builder and what reads its work, with a lockfile of their own: 270 packages that only who makes packages needs, and that would
 * make every `npm ci` of the project a minute longer.
 */
export const builderFolder = join(root, 'scripts/package/builder')

/** Installs them when they are missing or are not those of the lockfile. */
export async function ensureBuilder() {
  if (builderFits()) return
  await alone(async () => {
    if (builderFits()) return
    say('installing what makes packages (npm ci) …')
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const code = await run(npm, args, { cwd: builderFolder, shell: process.platform === 'win32' })
    if (code !== 0) throw new Problem(`npm ci failed in ${builderFolder} (exit ${code}).`)
  })
}

/** Runs electron-builder on the checkout. */
export async function runBuilder(args, env = {}) {
  const program = join(builderFolder, 'node_modules/electron-builder/cli.js')
  const common = ['--config', 'electron-builder.config.mjs', '--publish', 'never']
  const code = await run(process.execPath, [program, ...args, ...common], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...env }
  })
  if (code !== 0) throw new Problem(`electron-builder failed (exit ${code}); its messages are above.`)
}

function builderFits() {
  const wanted = packagesIn(join(builderFolder, 'package-lock.json'))
  const installed = packagesIn(join(builderFolder, 'node_modules/.package-lock.json'))
  return Object.entries(wanted ?? {}).every(
    ([path, { version, optional, peer }]) =>
      path === '' || (installed?.[path]?.version ?? (optional || peer ? version : undefined)) === version
  )
}

const packagesIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined)
