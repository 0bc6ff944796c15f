#!/usr/bin/env node
// Makes the packages of the app for Linux (docs/technical/packaging.md).
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeAppDeb } from './package/app-deb.mjs'
import { sourceEpoch } from './package/epoch.mjs'
import { makeFolder } from './package/folder.mjs'
import { appVersion, markOf } from './package/identity.mjs'
import { makeLinuxTree } from './package/linux-tree.mjs'
import { refuseUnfit } from './package/release.mjs'
import { makeAppRpm } from './package/rpm.mjs'
import { chosenRuntime } from './package/runtime.mjs'
import { makeTar } from './package/tar.mjs'
import { main, Problem, root, say } from './project.mjs'

const kinds = ['folder', 'deb', 'rpm', 'tar']
const usage = `usage: npm run package -- [${kinds.join('|')} …] [options]
  without a kind: deb, rpm and tar

  --electron <zip>     Electron's archive, as it was released; without it what is made is marked TEST-ONLY
  --release            refuse everything that a release must not have
  --small              compress the .deb for minutes instead of seconds, to three quarters
  --out <folder>       where the packages go (out-packages)
`

main(async () => {
  const { values, positionals } = options(process.argv.slice(2))
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const wanted = positionals.length > 0 ? positionals : ['deb', 'rpm', 'tar']
  const other = wanted.find((kind) => !kinds.includes(kind))
  if (other !== undefined) throw new Problem(`no such kind of package: ${other}\n${usage}`)
  if (process.platform !== 'linux')
    throw new Problem(
      'packages for Linux are made on Linux; docs/technical/releasing.md tells of the others.'
    )
  const runtime = await chosenRuntime({ zip: values.electron })
  if (values.release) refuseUnfit(runtime)
  await makeAll({ wanted, runtime, out: resolve(root, values.out), isSmall: values.small })
  return 0
})

async function makeAll({ wanted, runtime, out, isSmall }) {
  const version = appVersion()
  const epoch = sourceEpoch()
  const work = join(out, 'work')
  mkdirSync(out, { recursive: true })
  const common = { runtime, version, epoch }
  const folder = await made('the folder', () => makeFolder({ ...common, into: join(work, 'folder') }))
  if (wanted.every((kind) => kind === 'folder')) {
    process.stdout.write(`${folder}\n`)
    return
  }
  const tree = join(work, 'tree')
  const mark = markOf(runtime)
  const steps = {
    deb: [
      `galley_${version}_amd64${mark}.deb`,
      (file) => makeAppDeb({ ...common, tree, out: file, ...(isSmall ? { compression: 'xz' } : {}) })
    ],
    rpm: [`galley-${version}-1.x86_64${mark}.rpm`, (file) => makeAppRpm({ ...common, tree, out: file })],
    tar: [
      `Galley-${version}-linux-x64${mark}.tar.zst`,
      (file) => makeTar({ folder, name: `Galley-${version}-linux-x64`, out: file, epoch })
    ]
  }
  makeLinuxTree({ folder, into: tree, version, epoch })
  for (const kind of wanted.filter((one) => one !== 'folder')) {
    const [name, make] = steps[kind]
    const file = join(out, name)
    await made(name, () => make(file))
    process.stdout.write(`${file}\n`)
  }
  rmSync(tree, { recursive: true, force: true })
}

async function made(what, make) {
  const started = Date.now()
  const result = await make()
  say(`made ${what} in ${((Date.now() - started) / 1000).toFixed(1)} s`)
  return result
}

function options(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        electron: { type: 'string' },
        release: { type: 'boolean', default: false },
        small: { type: 'boolean', default: false },
        out: { type: 'string', default: 'out-packages' }
      }
    })
  } catch (error) {
    throw new Problem(`${error.message}\n${usage}`)
  }
}
