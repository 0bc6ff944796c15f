#!/usr/bin/env node
// Makes the packages of the app and of the service for Linux (docs/technical/packaging.md).
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuild } from './build.mjs'
import { makeAppDeb } from './package/app-deb.mjs'
import { sourceEpoch } from './package/epoch.mjs'
import { makeFolder } from './package/folder.mjs'
import { appVersion, maintainer, markOf } from './package/identity.mjs'
import { makeLinuxTree } from './package/linux-tree.mjs'
import { refuseUnfit } from './package/release.mjs'
import { makeAppRpm } from './package/rpm.mjs'
import { chosenRuntime } from './package/runtime.mjs'
import { makeCliDeb, makeServiceDeb } from './package/service/debs.mjs'
import { makeImage } from './package/service/image.mjs'
import { makeNpmPackage } from './package/service/npm.mjs'
import { makeTar } from './package/tar.mjs'
import { main, Problem, root, say } from './project.mjs'

const kinds = { app: ['folder', 'deb', 'rpm', 'tar'], service: ['npm', 'cli', 'service', 'image'] }
const known = [...kinds.app, ...kinds.service]
const usage = `usage: npm run package -- [${known.join('|')} …] [options]
  without a kind: all but folder

  of the app: its folder, deb, rpm, tar; of the service: npm, debs of the command line and of
  the service, image

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
  const wanted = positionals.length > 0 ? positionals : known.filter((kind) => kind !== 'folder')
  const other = wanted.find((kind) => !known.includes(kind))
  if (other !== undefined) throw new Problem(`no such kind of package: ${other}\n${usage}`)
  if (process.platform !== 'linux')
    throw new Problem(
      'packages for Linux are made on Linux; docs/technical/releasing.md tells of the others.'
    )
  const isOfApp = wanted.some((kind) => kinds.app.includes(kind))
  const runtime = isOfApp ? await chosenRuntime({ zip: values.electron }) : null
  if (values.release) refuseUnfit(runtime)
  const { release: isRelease, small: isSmall } = values
  await makeAll({ wanted, runtime, out: resolve(root, values.out), isSmall, isRelease })
  return 0
})

async function makeAll({ wanted, runtime, ...rest }) {
  const common = { version: appVersion(), epoch: sourceEpoch(), ...rest }
  mkdirSync(common.out, { recursive: true })
  if (runtime) await makeApp({ wanted, runtime, ...common })
  await makeService({ wanted, ...common })
}

async function makeApp({ wanted, runtime, version, epoch, out, isSmall }) {
  const work = join(out, 'work')
  const common = { runtime, version, epoch }
  const folder = await made('the folder', () => makeFolder({ ...common, into: join(work, 'folder') }))
  if (wanted.includes('folder')) process.stdout.write(`${folder}\n`)
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
  if (!wanted.some((kind) => kind in steps)) return
  makeLinuxTree({ folder, into: tree, version, epoch })
  await makeSteps(steps, wanted, out)
  rmSync(tree, { recursive: true, force: true })
}

async function makeService({ wanted, version, epoch, out, isRelease }) {
  const make = (step) => async (file) => {
    await ensureBuild()
    step({ out: file, version, maintainer: maintainer(isRelease), epoch })
  }
  const steps = {
    npm: [`galley-service-${version}.tgz`, make(makeNpmPackage)],
    cli: [`galley-cli_${version}_amd64.deb`, make(makeCliDeb)],
    service: [`galley-service_${version}_amd64.deb`, make(makeServiceDeb)],
    image: [`galley-service-${version}-oci-amd64.tar`, make(makeImage)]
  }
  await makeSteps(steps, wanted, out)
}

async function makeSteps(steps, wanted, out) {
  for (const [kind, [name, make]] of Object.entries(steps)) {
    if (!wanted.includes(kind)) continue
    const file = join(out, name)
    await made(name, () => make(file))
    process.stdout.write(`${file}\n`)
  }
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
