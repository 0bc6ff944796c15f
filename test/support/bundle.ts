import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'

/** Below node_modules, so that packages are found. */
const PROGRAMS = resolve('node_modules/.cache/galley-programs')
const SOURCES = ['src', 'test', 'package-lock.json', 'tsconfig.base.json']
const DAY_MS = 24 * 60 * 60_000

/**
 * Bundles a TypeScript program for a child process, as it ships. Each is made once for as long as the sources stay as they are: many
 * tests need the same, and nobody removes or changes it.
 * @returns the program's file, the only one in its folder
 */
export async function bundleProgram(entry: string): Promise<string> {
  const name = entry.replace(/\.ts$/, '').replaceAll('/', '-')
  const folder = join(PROGRAMS, stateOfSources(), name)
  if (!existsSync(folder)) await bundleInto(folder, entry)
  return join(folder, 'main/program.cjs')
}

async function bundleInto(folder: string, entry: string): Promise<void> {
  // loaded by the one that needs it
  const { build } = await import('vite')
  const next = `${folder}-${randomUUID()}`
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: join(next, 'main'),
      target: 'node18',
      rollupOptions: {
        input: { program: resolve(entry) },
        output: { format: 'cjs', entryFileNames: '[name].cjs' }
      }
    },
    ssr: { noExternal: true, external: ['fs-native-extensions', 'node-sqlite3-wasm'] }
  })
  try {
    await rename(next, folder)
  } catch {
    // another process made the same meanwhile
    await rm(next, { recursive: true })
  }
  await removeOld()
}

/** Changes with every file that a program may be made of. */
function stateOfSources(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of filesOf(resolve(source))) {
      const { size, mtimeMs } = statSync(file)
      hash.update(`${file} ${size} ${mtimeMs}\n`)
    }
  return hash.digest('hex').slice(0, 16)
}

function filesOf(place: string): string[] {
  if (statSync(place).isFile()) return [place]
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Programs of sources that are no more; those of another run that is going on are younger. */
async function removeOld(): Promise<void> {
  await mkdir(PROGRAMS, { recursive: true })
  for (const name of await readdir(PROGRAMS)) {
    const found = await stat(join(PROGRAMS, name)).catch(() => null)
    if (found && Date.now() - found.mtimeMs > DAY_MS)
      await rm(join(PROGRAMS, basename(name)), { recursive: true, force: true })
  }
}
