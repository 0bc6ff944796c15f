#!/usr/bin/env node
// Builds `out/` when it is missing or older than what it is made of. Says what it does on stderr only.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDependencies } from './dependencies.mjs'
import { alone } from './lock.mjs'
import { tellParts } from './package/parts.mjs'
import { main, Problem, root, run, say } from './project.mjs'

const out = join(root, 'out')
const stampFile = join(out, '.stamp')
const inputs = [
  'src',
  'electron.vite.config.ts',
  'vite.database-program.mts',
  'vite.editor-parts.mts',
  'vite.visible-text.mts',
  'vite.pdf-decoders.mts',
  'vite.module-list.mts',
  'scripts/package/parts.mjs',
  'scripts/package/licences.mjs',
  'scripts/package/packed-files.mjs',
  'package-lock.json',
  'tsconfig.base.json'
]

/** Brings `out/` up to date; at most one command builds at a time. `GALLEY_NO_BUILD` takes it as it is. */
export async function ensureBuild() {
  if (process.env.GALLEY_NO_BUILD && existsSync(stampFile)) return
  await ensureDependencies()
  if (stampIs(fingerprint())) return
  await alone(async () => {
    const wanted = fingerprint()
    if (stampIs(wanted)) return
    say('building …')
    const started = Date.now()
    await buildInto(`${out}-next`)
    writeFileSync(join(`${out}-next`, '.stamp'), wanted)
    swap()
    say(`built in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  })
}

async function buildInto(folder) {
  rmSync(folder, { recursive: true, force: true })
  const program = join(root, 'node_modules/electron-vite/bin/electron-vite.js')
  const args = [program, 'build', '--outDir', folder, '--logLevel', 'warn']
  const code = await run(process.execPath, args, { env: { ...process.env, NODE_ENV: 'production' } })
  if (code !== 0) throw new Problem(`the build failed (exit ${code}); its messages are above.`)
  tellParts(folder)
}

/** The old build is there until the new one is complete. */
function swap() {
  const old = `${out}-old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(out)) renameSync(out, old)
  renameSync(`${out}-next`, out)
  rmSync(old, { recursive: true, force: true })
}

/** A hash over every byte that the build is made of. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const input of inputs) {
    for (const file of filesOf(join(root, input)))
      hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

function stampIs(wanted) {
  try {
    return readFileSync(stampFile, 'utf8') === wanted
  } catch {
    return false
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) main(ensureBuild)
