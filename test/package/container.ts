import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { said } from './made'

/** Whether no container can be run here: it takes root, and what unpacks and runs one. */
export const withoutContainers =
  process.getuid?.() !== 0 ||
  ['umoci', 'runc'].some((program) => spawnSync(program, ['--version']).error !== undefined)

const bundle = z.looseObject({
  process: z.looseObject({ args: z.array(z.string()), user: z.looseObject({ uid: z.number() }) }),
  root: z.looseObject({}),
  mounts: z.array(z.looseObject({ destination: z.string() })),
  linux: z.looseObject({ namespaces: z.array(z.looseObject({ type: z.string() })) })
})

/** An image that was unpacked, and what runs of it: with nothing to write in but its volume, and no privileges. */
export interface Container {
  /** The unpacked image. */
  readonly files: string
  /** The volume, on this machine. */
  readonly data: string
  /** Starts it with further arguments; its output goes on in `said`. */
  start(more: readonly string[]): { readonly child: ChildProcess; readonly said: () => string }
  /** Runs a program in the one that was started. */
  exec(...command: readonly string[]): string
  signal(name: 'TERM' | 'KILL'): void
  remove(): void
}

/** @param archive an OCI archive with one image, by its version */
export function container(archive: string, version: string): Container {
  const place = mkdtempSync(join(tmpdir(), 'galley-container-'))
  const [layout, unpacked, data] = ['oci', 'bundle', 'data'].map((name) => join(place, name)) as [
    string,
    string,
    string
  ]
  for (const folder of [layout, data]) mkdirSync(folder)
  said('tar', '-xf', archive, '-C', layout)
  said('umoci', 'unpack', '--image', `${layout}:galley-service:${version}`, unpacked)
  const file = join(unpacked, 'config.json')
  const image = bundle.parse(JSON.parse(readFileSync(file, 'utf8')))
  chownSync(data, image.process.user.uid, image.process.user.uid)
  const id = `galley-${process.pid}`
  const runc = (...args: readonly string[]) => ['--root', join(place, 'runc'), ...args]
  return {
    files: join(unpacked, 'rootfs'),
    data,
    start(more) {
      writeFileSync(file, JSON.stringify(shutIn(image, data, more)))
      const child = spawn('runc', runc('run', '--bundle', unpacked, id), {
        stdio: ['ignore', 'pipe', 'pipe']
      })
      let text = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (part: string) => (text += part))
      return { child, said: () => text }
    },
    exec: (...command) => said('runc', ...runc('exec', id, ...command)),
    signal: (name) => void said('runc', ...runc('kill', id, name)),
    remove: () => {
      spawnSync('runc', runc('delete', '--force', id))
      rmSync(place, { recursive: true, force: true })
    }
  }
}

/** As a careful administrator runs it; on this machine's loopback, so that a test can ask it. */
function shutIn(image: z.infer<typeof bundle>, data: string, more: readonly string[]): object {
  return {
    ...image,
    process: {
      ...image.process,
      terminal: false,
      args: [...image.process.args, ...more],
      noNewPrivileges: true,
      capabilities: {},
      // a machine may forbid to raise them
      rlimits: []
    },
    root: { ...image.root, readonly: true },
    mounts: [
      ...image.mounts.filter(
        ({ destination }) => !destination.startsWith('/etc/') && destination !== '/data'
      ),
      { destination: '/data', type: 'bind', source: data, options: ['rbind', 'rw'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['mode=1777'] }
    ],
    linux: {
      ...image.linux,
      namespaces: image.linux.namespaces.filter(({ type }) => type !== 'network')
    }
  }
}

/** Waits for the end of one; resolves to its exit code. */
export async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}
