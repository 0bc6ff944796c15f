import { execFile } from 'node:child_process'
import { readdir, readFile, realpath, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { riskyPlace, type RiskyPlace } from '../../common/health'

/**
 * W13: what a folder lies in, also one that is not made yet; null for a plain disk, and for what cannot be
 * known. Never rejects.
 */
export async function placeOf(folder: string): Promise<RiskyPlace | null> {
  const wanted = resolve(folder)
  const there = await nearest(wanted)
  const path = join(there.real, wanted.slice(there.path.length))
  const [markers, fileSystem] = await Promise.all([namesAbove(there.real), fileSystemOf(there.real)])
  return riskyPlace({ platform: process.platform, path, markers, fileSystem })
}

/** The nearest folder on the way to it that is there. */
async function nearest(path: string): Promise<{ readonly path: string; readonly real: string }> {
  const real = await realpath(path).catch(() => null)
  if (real !== null) return { path, real }
  const above = dirname(path)
  return above === path ? { path, real: path } : nearest(above)
}

/** Names with a dot before them: programs mark their folders with such. */
async function namesAbove(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const marks = names.filter((name) => name.startsWith('.'))
  const above = dirname(folder)
  return above === folder ? marks : [...marks, ...(await namesAbove(above))]
}

async function fileSystemOf(folder: string): Promise<string | null> {
  if (process.platform === 'linux') {
    const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
    return linuxFileSystem(mounts, folder) ?? magicNames[await magicOf(folder)] ?? null
  }
  if (process.platform !== 'darwin') return null
  const mounts = await promisify(execFile)('/sbin/mount', { timeout: 2_000 }).catch(() => null)
  return mounts && macFileSystem(mounts.stdout, folder)
}

/**
 * `36 35 98:0 /root /mnt/share rw,noatime master:1 - nfs4 server:/ rw`: of the last mount that holds the
 * folder.
 */
export function linuxFileSystem(mountinfo: string, folder: string): string | null {
  const mounts = mountinfo.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ')
    const point = before.split(' ')[4]
    const type = after.split(' ')[0]
    const plain = point?.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)))
    return plain === undefined || !type ? [] : [{ point: plain, type }]
  })
  return typeAt(mounts, folder)
}

/** `//ada@server/share on /Volumes/share (smbfs, nodev, nosuid, mounted by ada)`. */
export function macFileSystem(mount: string, folder: string): string | null {
  const mounts = mount.split('\n').flatMap((line) => {
    const [, point, type] = / on (\/.*) \(([^,)]+)/.exec(line) ?? []
    return point === undefined || type === undefined ? [] : [{ point, type }]
  })
  return typeAt(mounts, folder)
}

interface Mount {
  readonly point: string
  readonly type: string
}

/** The deepest one counts; of several at one point the last. */
function typeAt(mounts: readonly Mount[], folder: string): string | null {
  let found: Mount | null = null
  for (const mount of mounts) {
    const holds = mount.point === '/' || folder === mount.point || folder.startsWith(`${mount.point}/`)
    if (holds && mount.point.length >= (found?.point.length ?? 0)) found = mount
  }
  return found?.type ?? null
}

/** Where nothing is said of mounts: Linux's numbers of file systems of networks. */
const magicNames: Readonly<Record<number, string>> = {
  0x6969: 'nfs',
  0x517b: 'smb',
  0xff534d42: 'cifs',
  0xfe534d42: 'cifs',
  0x01021997: '9p',
  0x00c36400: 'ceph',
  0x5346414f: 'afs'
}

const magicOf = async (folder: string): Promise<number> => {
  const found = await statfs(folder).catch(() => null)
  return (found?.type ?? 0) >>> 0
}
