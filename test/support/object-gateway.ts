import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port'
import { BUCKET } from './object-server'
import { until } from './workspace'

const run = promisify(execFile)

const programs = ['ceph', 'ceph-authtool', 'monmaptool', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin']

/** Where nobody watches it has to be there: the set-up of the tests installs it. Elsewhere its tests are left out, by name. */
export const noGateway =
  !process.env['CI'] && programs.some((name) => spawnSync('which', [name]).status !== 0)

/** A Ceph RADOS Gateway of this machine, with the least of a cluster behind it that it takes. */
interface Gateway {
  readonly endpoint: string
  /** Names in the bucket, sorted. */
  names(prefix: string): Promise<string[]>
  /** Ends the gateway at once; what it stored stays with the cluster. */
  kill(): Promise<void>
  /** Begins again what was killed, at the same place. */
  begin(): Promise<void>
  stop(): Promise<void>
}

/** Starts one in a folder of its own, on ports of this machine alone; what is stored is in memory, and goes with it. */
export async function startGateway(): Promise<Gateway> {
  const home = await mkdtemp(join(tmpdir(), 'galley-objects-'))
  const at = (name: string) => join(home, name)
  const port = await freePort()
  const monitor = `[v2:127.0.0.1:${await freePort()},v1:127.0.0.1:${await freePort()}]`
  const [cluster, disk] = [randomUUID(), randomUUID()]
  const conf = ['-c', at('conf')]
  const running: ChildProcess[] = []
  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, [...conf, ...args, '-f'], { cwd: home, stdio: 'ignore' })
    running.push(child)
    return child
  }
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGKILL')
    await ended
  }
  const stop = async () => {
    for (const child of running.splice(0).reverse()) await end(child)
    await rm(home, { recursive: true, force: true })
  }

  try {
    await writeFile(at('conf'), settings(home, cluster, monitor))
    await mkdir(at('osd'))
    const rights = {
      'mon.': ['mon', 'allow *'],
      'client.admin': ['mon', 'allow *', 'osd', 'allow *'],
      'osd.0': ['mon', 'allow profile osd', 'osd', 'allow *'],
      'client.rgw': ['mon', 'allow rw', 'osd', 'allow rwx']
    }
    for (const [index, [name, caps]] of Object.entries(rights).entries())
      await run('ceph-authtool', [
        at('keyring'),
        ...(index === 0 ? ['--create-keyring'] : []),
        ...['--gen-key', '-n', name],
        ...caps.flatMap((cap, n) => (n % 2 === 0 ? ['--cap', cap] : [cap]))
      ])
    await run('monmaptool', ['--create', '--fsid', cluster, '--addv', 'a', monitor, at('monmap')])
    await run('ceph-mon', [
      ...conf,
      '-i',
      'a',
      '--mkfs',
      '--monmap',
      at('monmap'),
      '--keyring',
      at('keyring')
    ])
    start('ceph-mon', '-i', 'a')
    await run('ceph', [...conf, '--connect-timeout', '30', 'osd', 'new', disk])
    await run('ceph-osd', [...conf, '-i', '0', '--osd-uuid', disk, '--mkfs'])
    start('ceph-osd', '-i', '0', '--osd-uuid', disk)
    const person = ['--uid=galley', '--display-name=galley', '--access-key=known', '--secret-key=secret']
    await run('radosgw-admin', [...conf, 'user', 'create', ...person], { timeout: 60_000 })
    const endpoint = `http://127.0.0.1:${port}`
    let gateway: ChildProcess | undefined
    const begin = async () => {
      gateway = start('radosgw', '-n', 'client.rgw', '--rgw-frontends', `beast endpoint=127.0.0.1:${port}`)
      await until(() => fetch(endpoint).then(({ ok }) => ok), 60_000)
    }
    await begin()
    const credentials = { accessKeyId: 'known', secretAccessKey: 'secret' }
    const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
    return {
      endpoint,
      begin,
      kill: async () => gateway && end(gateway),
      async names(Prefix) {
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }))
        return Contents.flatMap(({ Key }) => Key ?? []).sort()
      },
      async stop() {
        client.destroy()
        await stop()
      }
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** One of each, none of which outlives the test; a vote of one is soon counted. */
const settings = (home: string, cluster: string, monitor: string): string => `[global]
fsid = ${cluster}
mon host = ${monitor}
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = ${home}/keyring
mon data = ${home}/mon
osd data = ${home}/osd
run dir = ${home}
pid file =
admin socket =
log file =
mon cluster log file =
log to stderr = false
crash dir = ${home}/crash
osd objectstore = memstore
memstore device bytes = 2147483648
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
mon allow pool size one = true
paxos propose interval = 0.02
paxos min wait = 0.01
mon tick interval = 1
rgw thread pool size = 32
`
