import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Problem, root } from '../../project.mjs'
import { settle } from '../tree.mjs'
import { stageBase } from './image-base.mjs'
import { own, stageOwn } from './own-tree.mjs'

/** Who it runs as: a number that no system gives to anybody else by itself. */
const account = 10_001
const workspace = '/data/workspace'

const config = {
  'config.user': `${account}:${account}`,
  'config.workingdir': '/data',
  'config.volume': '/data',
  'config.exposedports': '4502/tcp',
  'config.stopsignal': 'SIGTERM',
  'config.env': ['HOME=/data', 'PATH=/usr/bin', 'NODE_ENV=production'],
  'config.entrypoint': ['/usr/bin/tini', '--', '/usr/bin/galley'],
  'config.cmd': ['serve', '--trust', '--data', workspace, '--host', '0.0.0.0', '--port', '4502'],
  architecture: 'amd64',
  os: 'linux'
}

/**
 * Makes the image of the service, an OCI archive: a layer of Debian's packages without a shell, and one of
 * Galley with its Node (PK9). The same build and the same packages of Debian give the same bytes.
 * @param out the file to write
 */
export function makeImage({ out, version, epoch }) {
  const work = mkdtempSync(join(tmpdir(), 'galley-image-'))
  try {
    const base = join(work, 'base')
    stageBase(base, account)
    const tar = layer(work, 'base', epoch)
    mkdirSync(join(work, 'state/data'), { recursive: true })
    settle(join(work, 'state'), epoch, { data: 0o700 })
    archive(['--append', `--file=${tar}`, ...sameBytes(epoch, account), '-C', join(work, 'state'), 'data'])
    stageOwn(join(work, 'galley'), epoch)
    putCommand(join(work, 'galley'))
    settle(join(work, 'galley'), epoch, { [`${own}/service/out/main/cli.js`]: 0o644 })
    const layers = [
      [tar, 'packages of Debian'],
      [layer(work, 'galley', epoch), `Galley ${version}`]
    ]
    writeImage({ folder: join(work, 'oci'), layers, version, epoch })
    archive(['--create', `--file=${out}`, ...sameBytes(epoch, 0), '-C', join(work, 'oci'), '.'])
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** The command, also for `exec`: a script for Node itself, as there is no shell. */
function putCommand(folder) {
  const galley = join(folder, 'usr/bin/galley')
  mkdirSync(dirname(galley), { recursive: true })
  writeFileSync(galley, `#!/${own}/node\nrequire('/${own}/service/out/main/cli.js')\n`)
  chmodSync(galley, 0o755)
}

/** An archive of `work/name`, all of it root's. */
function layer(work, name, epoch) {
  const file = join(work, `${name}.tar`)
  archive(['--create', `--file=${file}`, ...sameBytes(epoch, 0), '-C', join(work, name), '.'])
  return file
}

const sameBytes = (epoch, owner) => [
  '--format=ustar',
  '--sort=name',
  `--owner=:${owner}`,
  `--group=:${owner}`,
  '--numeric-owner',
  `--mtime=@${epoch}`
]

function writeImage({ folder, layers, version, epoch }) {
  const created = new Date(epoch * 1000).toISOString()
  // the name that it has where it is loaded
  const image = ['--image', `${folder}:galley-service:${version}`]
  umoci(['init', '--layout', folder])
  umoci(['new', ...image])
  for (const [file, what] of layers)
    umoci([
      'raw',
      'add-layer',
      ...image,
      `--history.created=${created}`,
      `--history.created_by=${what}`,
      file
    ])
  const labels = {
    'org.opencontainers.image.title': 'Galley',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.licenses': 'MIT'
  }
  const options = Object.entries({
    ...config,
    'config.label': Object.entries(labels).map(([name, value]) => `${name}=${value}`),
    created
  }).flatMap(([name, values]) => [values].flat().map((value) => `--${name}=${value}`))
  umoci(['config', ...image, '--no-history', ...options])
  // what the steps before had in between
  umoci(['gc', '--layout', folder])
}

const umoci = (args) => run('umoci', args)
const archive = (args) => run('tar', args)

function run(command, args) {
  const { error, status, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (error?.code === 'ENOENT') throw new Problem(`${command} is needed: apt-get install ${command}`)
  if (error || status !== 0)
    throw new Problem(`${command} ${args[0]} failed: ${error?.message ?? stderr.trim()}`)
}
