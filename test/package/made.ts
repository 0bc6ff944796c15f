import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'

/** The checkout. */
export const root = resolve(import.meta.dirname, '../..')

const inCi = process.env['CI'] !== undefined && process.env['CI'] !== ''
/** Whether a package for Linux cannot be made here, and its tests are left out. Under CI nothing is: what is missing fails. */
export const withoutPackages =
  !inCi &&
  (process.platform !== 'linux' ||
    process.arch !== 'x64' ||
    ['dpkg-deb', 'objdump'].some((program) => spawnSync(program, ['--version']).error !== undefined))

/** Makes packages as a person does, in a folder of their own. */
export interface Made {
  readonly out: string
  /** The app's folder. */
  readonly folder: string
  /** The package of a kind, by the end of its name. */
  readonly file: (end: string) => string
  readonly remove: () => void
}

/**
 * Runs `npm run package` with these arguments.
 * @throws Error with what it said when it does not end well
 */
export async function makePackages(kinds: readonly string[], checkout = root): Promise<Made> {
  const out = mkdtempSync(join(tmpdir(), 'galley-packages-'))
  const { code, said } = await packageCommand([...kinds, '--out', out], {}, checkout)
  if (code !== 0) throw new Error(`npm run package ended with ${code}:\n${said}`)
  return {
    out,
    folder: join(out, 'work/folder/linux-unpacked'),
    file: (end) => {
      const name = readdirSync(out).find((one) => one.endsWith(end))
      if (name === undefined) throw new Error(`no ${end} in ${readdirSync(out).join(' ')}`)
      return join(out, name)
    },
    remove: () => rmSync(out, { recursive: true, force: true })
  }
}

/** Runs the command; resolves to its exit code and to what it said on both streams. */
export function packageCommand(
  args: readonly string[],
  env: Record<string, string> = {},
  checkout = root
): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [join(checkout, 'scripts/package.mjs'), ...args], {
      cwd: checkout,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe']
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.on('error', reject)
    child.on('close', (code) => settle({ code: code ?? 1, said }))
  })
}

interface AsarFolder {
  readonly files?: Record<string, AsarFolder>
}
const asarFolder: z.ZodType<AsarFolder> = z.lazy(() =>
  z.object({ files: z.record(z.string(), asarFolder).exactOptional() })
)

/** The paths of the files in an archive of Electron, sorted. */
export function filesInAsar(file: string): string[] {
  const bytes = readFileSync(file)
  const header = bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString('utf8')
  const walk = (folder: AsarFolder, under: string): string[] =>
    Object.entries(folder.files ?? {}).flatMap(([name, entry]) =>
      entry.files ? walk(entry, `${under}${name}/`) : [`${under}${name}`]
    )
  return walk(asarFolder.parse(JSON.parse(header)), '').sort()
}

/** Every file below a folder, as relative paths, sorted. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

/** What a program says; an error when it fails. */
export const said = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
