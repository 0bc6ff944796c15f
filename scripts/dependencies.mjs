import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { alone } from './lock.mjs'
import { Problem, root, run, say } from './project.mjs'

const NODE_MAJOR = 20

/** Installs the packages of the lockfile when they are missing or are not those of the lockfile. */
export async function ensureDependencies() {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR) {
    throw new Problem(
      `Node ${NODE_MAJOR} or newer is needed; this is ${process.version}. Get it from https://nodejs.org.`
    )
  }
  if (dependenciesFit()) return
  await alone(async () => {
    if (dependenciesFit()) return
    say('installing the packages of package-lock.json (npm ci) …')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const code = await run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      shell: process.platform === 'win32',
      env: { ...process.env, ...ownHeaders() }
    })
    if (code !== 0)
      throw new Problem(
        `npm ci failed (exit ${code}). Look at its message above, mend the cause and try again.`
      )
  })
}

/** What is built for Node takes the headers that came with it, where they are, instead of fetching them. */
function ownHeaders() {
  const prefix = dirname(dirname(process.execPath))
  return existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {}
}

/** Compares what npm says it installed with the lockfile, package by package. */
function dependenciesFit() {
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const installed = packagesIn(join(root, 'node_modules/.package-lock.json'))
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, { version, optional, devOptional, peer }]) => {
    if (path === '') return true
    const found = installed[path]
    return found ? found.version === version : Boolean(optional || devOptional || peer)
  })
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}
