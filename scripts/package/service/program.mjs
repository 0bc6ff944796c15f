import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem, root } from '../../project.mjs'
import { noticesText } from '../notices.mjs'
import { settle } from '../tree.mjs'
import { programFiles } from './program-files.mjs'

/**
 * Puts the command line and the service with its interface into a folder, from the build in `out/`: all that
 * the npm package holds (PK5).
 * @param folder is made
 * @param epoch seconds since 1970, the time of everything in it
 */
export function stageProgram(folder, epoch) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { version, license, author, engines, dependencies, optionalDependencies } = manifest
  for (const file of programFiles(join(root, 'out/main'))) copy(join('out/main', file), folder)
  for (const path of ['out/renderer', 'resources/sample', 'LICENSE']) copy(path, folder)
  const own = {
    name: 'galley-service',
    version,
    description: 'Versioned, structured web content: a content authoring service, and its command line.',
    license,
    author,
    bin: { galley: 'out/main/cli.js' },
    files: ['out', 'resources', 'THIRD-PARTY.md'],
    engines,
    dependencies: pick(dependencies, 'fs-native-extensions'),
    optionalDependencies: pick({ ...dependencies, ...optionalDependencies }, 'keytar')
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
  writeFileSync(join(folder, 'README.md'), readme(version))
  writeFileSync(join(folder, 'THIRD-PARTY.md'), noticesText('The licence of Node.js comes with Node.js.'))
  settle(folder, epoch, { 'out/main/cli.js': 0o755 })
}

function copy(path, folder) {
  const from = join(root, path)
  if (!existsSync(from)) throw new Problem(`${path} is missing: build first (npm run build).`)
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  cpSync(from, join(folder, path), { recursive: true })
}

function pick(from, name) {
  if (from[name] === undefined) throw new Problem(`package.json does not name ${name} any more.`)
  return { [name]: from[name] }
}

const readme = (version) => `# Galley, the service

Galley ${version} without its window: versioned, structured web content over HTTP, with an interface for the browser.

    npx galley-service serve --data ./work --port 4502

prints \`galley listening on …\` when it is ready, and a link that opens the interface once. \`galley --help\` shows every command.
It needs Node.js 20 or later.
`
